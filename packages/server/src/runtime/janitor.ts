import { setImmediate as tick } from 'node:timers/promises';
import type { App } from '../chat/conversations/app.ts';
import type { Db } from '../platform/storage/storage.ts';

/** A kind of expired rows or files, and how to remove some of them. */
export interface JanitorJob {
  readonly name: string;
  /**
   * Removes at most `limit` of them and resolves to the number removed. Fewer than `limit` means that no more are left.
   */
  run(db: Db, now: Date, limit: number): Promise<number>;
}

/** Removes expired data every minute. */
export interface Janitor {
  /** Starts no further sweep. Resolves when the running batch is done. */
  stop(): Promise<void>;
  /** Sweeps now, or waits for the sweep that is running. Never rejects. */
  sweep(): Promise<void>;
}

const pauseMs = 60_000;
const batchMax = 500;
/** A quarter of a million rows, more than a server writes in a minute. Removal must keep up with the writes. */
const batchesASweepMax = 500;

/**
 * Starts the janitor. It pauses while the clock cannot be trusted. A failed job is logged and runs again in the next
 * sweep; it does not affect other jobs.
 */
export function startJanitor(
  { storage, clock, log, timekeeper }: Pick<App, 'storage' | 'clock' | 'log' | 'timekeeper'>,
  jobs: readonly JanitorJob[],
): Janitor {
  let stopped = false;
  let sweeping: Promise<void> | null = null;
  const rests = () => stopped || timekeeper.jobsWait();

  const run = async (job: JanitorJob): Promise<void> => {
    let removed = 0;
    try {
      for (let batch = 0; batch < batchesASweepMax && !rests(); batch++) {
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
    for (const job of jobs) if (!rests()) await run(job);
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
