import { expect, test } from 'vitest';
import { milliseconds } from './duration.ts';
import { FakeClock } from './fake-clock.ts';

test('what falls due happens at its time and in order, and beats once at the end', async () => {
  const clock = new FakeClock('2026-01-31T09:00:00Z');
  const startMs = clock.now();
  const seen: [string, number][] = [];
  const note = (what: string) => () => void seen.push([what, clock.now() - startMs]);
  const beat = () => {
    note('beat')();
    clock.after(15_000, beat, 'beat');
  };
  clock.after(15_000, beat, 'beat');
  clock.after(60_000, note('later'));
  clock.after(1000, () => {
    note('first')();
    clock.after(500, note('what follows'));
  });
  const cancel = clock.after(2000, note('cancelled'));
  cancel();
  await clock.advance('1h');
  expect(seen).toEqual([
    ['first', 1000],
    ['what follows', 1500],
    ['later', 60_000],
    ['beat', 3_600_000],
  ]);
  expect(clock.now() - startMs).toBe(3_600_000);
});

test('a sleeper wakes at its time, or when its signal aborts', async () => {
  const clock = new FakeClock();
  const controller = new AbortController();
  const woken: string[] = [];
  void clock.sleep(1000).then(() => woken.push('slept'));
  void clock.sleep(5000, controller.signal).then(() => woken.push('aborted'));
  await clock.advance(999);
  expect(woken).toEqual([]);
  await clock.advance(1);
  expect(woken).toEqual(['slept']);
  controller.abort();
  await clock.settle();
  expect(woken).toEqual(['slept', 'aborted']);
});

test('time waits for what is under way', async () => {
  const clock = new FakeClock();
  let isBusy = true;
  clock.watch(() => isBusy);
  const advanced = clock.advance('1m');
  const before = clock.now();
  setTimeout(() => (isBusy = false), 20);
  expect(clock.now()).toBe(before);
  await advanced;
  expect(isBusy).toBe(false);
  expect(clock.now()).toBe(before + 60_000);
});

test.each([
  [250, 250],
  ['90s', 90_000],
  ['1h 30m', 5_400_000],
  ['7d', 604_800_000],
  ['0.5s', 500],
])('%s is a duration', (duration, ms) => {
  expect(milliseconds(duration)).toBe(ms);
});

test.each(['', '24', 'h', '1 week', '-1s', -1, NaN, Infinity, '1000d'])('%s is none', (duration) => {
  expect(() => milliseconds(duration)).toThrow('is no duration');
});
