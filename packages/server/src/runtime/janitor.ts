import { setImmediate as tick } from 'node:timers/promises';
import type { App } from '../conversations/app.ts';
import type { Db } from '../storage/storage.ts';

/** Something that outlives its time, and how to remove a part of it. */
export interface JanitorJob {
  readonly name: string;
  /** Removes at most `limit` of them and resolves to how many; fewer than `limit` says that no more is to be removed. */
  run(db: Db, now: Date, limit: number): Promise<number>;
}

/** Removes what has outlived its time, every minute. */
export interface Janitor {
  /** Sweeps no more; resolves when the batch under way is over. */
  stop(): Promise<void>;
  /** Sweeps now. Where a sweep is under way it is that one. Never rejects. */
  sweep(): Promise<void>;
}

const pauseMs = 60_000;
const batchMax = 500;
/** A quarter of a million rows, which is more than a server takes in within a minute: what is removed must keep up with what comes. */
const batchesASweepMax = 500;

/** Starts sweeping. A job that fails is logged and runs again with the next sweep; the others do not notice. */
export function startJanitor(
  { storage, clock, log }: Pick<App, 'storage' | 'clock' | 'log'>,
  jobs: readonly JanitorJob[],
): Janitor {
  let stopped = false;
  let sweeping: Promise<void> | null = null;

  const run = async (job: JanitorJob): Promise<void> => {
    let removed = 0;
    try {
      for (let batch = 0; batch < batchesASweepMax && !stopped; batch++) {
        const count = await job.run(storage.db, new Date(clock.now()), batchMax);
        removed += count;
        if (count < batchMax) break;
        await tick();
      }
    } catch (error) {
      log.error({ err: error, job: job.name }, 'janitor job failed');
    }
    if (removed > 0) log.debug({ job: job.name, removed }, 'deleted expired rows');
  };
  const sweepAll = async (): Promise<void> => {
    for (const job of jobs) if (!stopped) await run(job);
  };
  const sweep = (): Promise<void> => (sweeping ??= sweepAll().finally(() => (sweeping = null)));
  const plan = () => clock.after(pauseMs, () => void sweep().then(() => stopped || (cancel = plan())), 'beat');

  let cancel = plan();
  return {
    sweep,
    async stop() {
      stopped = true;
      cancel();
      await sweeping;
    },
  };
}
