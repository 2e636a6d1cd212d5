import { pino } from 'pino';
import { describe, expect, it, vi } from 'vitest';
import { givenTime } from '../platform/time/timekeeper.ts';
import { startJanitor, type JanitorJob } from './janitor.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { fakeClock } from '../testing/fake-clock.ts';

/** Creates a job with `size` things to remove. The janitor passes the database to it and never uses it itself. */
function heap(name: string, size: number) {
  const state = { left: size, batches: [] as number[], seen: [] as number[] };
  const job: JanitorJob = {
    name,
    async run(_db, now, limit) {
      const removed = Math.min(limit, state.left);
      state.left -= removed;
      state.batches.push(removed);
      state.seen.push(now.getTime());
      return removed;
    },
  };
  return { job, state };
}

function start(jobs: readonly JanitorJob[]) {
  const clock = fakeClock();
  const lines: { level: number; job?: string }[] = [];
  const log = pino({}, { write: (line) => void lines.push(JSON.parse(line)) });
  return {
    clock,
    lines,
    janitor: startJanitor({ storage: {} as Storage, clock, timekeeper: givenTime(clock), log }, jobs),
  };
}

describe('the janitor', () => {
  it('sweeps every minute of its clock, in batches, until nothing is left', async () => {
    const { job, state } = heap('keys', 1_100);
    const { clock, janitor } = start([job]);
    const startedAt = clock.now();
    await clock.advance(59_999);
    expect(state.batches).toEqual([]);
    await clock.advance(1);
    expect(state.batches).toEqual([500, 500, 100]);
    await clock.advance(60_000);
    expect(state.batches).toEqual([500, 500, 100, 0]);
    expect(state.seen).toEqual([...Array<number>(3).fill(startedAt + 60_000), startedAt + 120_000]);
    await janitor.stop();
  });

  it('leaves the rest of a great heap for the next sweep', async () => {
    const { job, state } = heap('keys', 252_000);
    const { janitor } = start([job]);
    await janitor.sweep();
    expect(state).toMatchObject({ left: 2_000 });
    await janitor.sweep();
    expect(state).toMatchObject({ left: 0 });
    await janitor.stop();
  });

  it('logs a job that fails, does the others, and runs it again the next time', async () => {
    const broken: JanitorJob = { name: 'broken', run: vi.fn().mockRejectedValue(new Error('no')) };
    const { job, state } = heap('keys', 3);
    const { clock, janitor, lines } = start([broken, job]);
    await clock.advance(60_000);
    expect(state.left).toBe(0);
    expect(lines).toEqual([expect.objectContaining({ level: 50, job: 'broken' })]);
    await clock.advance(60_000);
    expect(broken.run).toHaveBeenCalledTimes(2);
    await janitor.stop();
  });

  it('is at one sweep at a time', async () => {
    const { job, state } = heap('keys', 700);
    const { janitor } = start([job]);
    await Promise.all([janitor.sweep(), janitor.sweep()]);
    expect(state.batches).toEqual([500, 200]);
    await janitor.stop();
  });

  it('stops after the batch that is under way, and does not start again', async () => {
    let finish: (count: number) => void = () => undefined;
    const run = vi.fn(() => new Promise<number>((resolve) => (finish = resolve)));
    const next = heap('next', 10);
    const { clock, janitor } = start([{ name: 'slow', run }, next.job]);
    await clock.advance(60_000);
    const stopped = janitor.stop();
    finish(500);
    await stopped;
    await clock.advance(600_000);
    expect(run).toHaveBeenCalledTimes(1);
    expect(next.state.batches).toEqual([]);
  });
});
