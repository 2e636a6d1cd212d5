import { Logger, makeWorkerUtils, run, type RunnerOptions } from 'graphile-worker';
import type { DeliveryJob } from './delivery-job.ts';
import type { OpenPeerQueue, Working } from './peer-queue.ts';

const logger = new Logger(() => () => undefined);

/**
 * graphile-worker: `addJob` for each send. For throughput it works as its page on performance recommends: many jobs side by
 * side, a local queue that fetches in batches, completions gathered; for latency without them.
 */
export const graphileWorkerQueue: OpenPeerQueue = async ({ pool, working, attempt, record, stock }) => {
  const jobs = await makeWorkerUtils({ pgPool: pool, logger });
  await jobs.migrate();
  for (let at = 0; at < stock.length; at += 1000) {
    await jobs.addJobs(stock.slice(at, at + 1000).map((payload) => ({ identifier: 'deliver', payload })));
  }
  const runner =
    working === 'none'
      ? null
      : await run({
          pgPool: pool,
          noHandleSignals: true,
          ...presetOf(working),
          taskList: { deliver: async (payload) => record(await attempt(payload as DeliveryJob)) },
        });
  return {
    async enqueue(job) {
      await jobs.addJob('deliver', job);
    },
    async close() {
      await runner?.stop();
      await jobs.release();
    },
  };
};

function presetOf(working: Working): RunnerOptions {
  const throughput = { concurrentJobs: 64, localQueue: { size: 256 }, completeJobBatchDelay: 0, failJobBatchDelay: 0 };
  return { preset: { worker: { logger, ...(working === 'latency' ? { concurrentJobs: 10 } : throughput) } } };
}
