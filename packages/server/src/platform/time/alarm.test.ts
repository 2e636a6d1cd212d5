import { describe, expect, it, vi } from 'vitest';
import { fakeClock } from '../../testing/fake-clock.ts';
import { createAlarm } from './alarm.ts';

function make(work: () => Promise<number | null>) {
  const clock = fakeClock();
  const error = vi.fn();
  return { clock, error, alarm: createAlarm({ clock, log: { error } }, 'test', work) };
}
const tick = () => new Promise((resolve) => setImmediate(resolve));

describe('an alarm', () => {
  it('works when it is woken, and when what it planned is due', async () => {
    const work = vi.fn(async (): Promise<number | null> => (work.mock.calls.length === 1 ? clock.now() + 500 : null));
    const { clock, alarm } = make(work);
    alarm.wake();
    await clock.advance(499);
    expect(work).toHaveBeenCalledTimes(1);
    await clock.advance(1);
    expect(work).toHaveBeenCalledTimes(2);
    await clock.advance(60_000);
    expect(work).toHaveBeenCalledTimes(2);
  });

  it('goes by the earliest of what is planned', async () => {
    const work = vi.fn(async () => null);
    const { clock, alarm } = make(work);
    alarm.at(clock.now() + 1000);
    alarm.at(clock.now() + 100);
    alarm.at(clock.now() + 500);
    await clock.advance(100);
    expect(work).toHaveBeenCalledTimes(1);
  });

  it('never works twice at once, and once more for whoever wakes it meanwhile', async () => {
    let running = 0;
    let most = 0;
    const ends: (() => void)[] = [];
    const work = vi.fn(async () => {
      most = Math.max(most, ++running);
      await new Promise<void>((resolve) => ends.push(resolve));
      running -= 1;
      return null;
    });
    const { alarm } = make(work);
    for (let i = 0; i < 3; i++) alarm.wake();
    await tick();
    ends.shift()?.();
    await tick();
    ends.shift()?.();
    await tick();
    expect([most, work.mock.calls.length]).toEqual([1, 2]);
  });

  it('tries again a second after a failure', async () => {
    const work = vi.fn(async () => null);
    work.mockRejectedValueOnce(new Error('no database'));
    const { clock, error, alarm } = make(work);
    alarm.wake();
    await tick();
    await clock.advance(999);
    expect([work.mock.calls.length, error.mock.calls.length]).toEqual([1, 1]);
    await clock.advance(1);
    expect(work).toHaveBeenCalledTimes(2);
  });

  it('that was stopped waits for the work under way and does nothing more', async () => {
    let end: () => void = () => undefined;
    const work = vi.fn(() => new Promise<null>((resolve) => (end = () => resolve(null))));
    const { clock, alarm } = make(work);
    alarm.wake();
    const stopped = alarm.stop();
    alarm.wake();
    alarm.at(clock.now());
    end();
    await stopped;
    await clock.advance(5000);
    expect(work).toHaveBeenCalledTimes(1);
  });
});
