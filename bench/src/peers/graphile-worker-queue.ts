import { Logger, makeWorkerUtils, run, type RunnerOptions } from 'graphile-worker';
import type { DeliveryJob } from './delivery-job.ts';
import type { OpenPeerQueue, Working } from './peer-queue.ts';
import { recordDelivered } from './tables.ts';

const logger = new Logger(() => () => undefined);

/**
 * graphile-worker: `addJob` for each send. For throughput it works as its page on performance recommends: many jobs side by
 * side, a local queue that fetches in batches, completions gathered; for latency without them.
 */
export const graphileWorkerQueue: OpenPeerQueue = async ({ pool, working, agents }) => {
  const jobs = await makeWorkerUtils({ pgPool: pool, logger });
  await jobs.migrate();
  const runner =
    working === 'none'
      ? null
      : await run({
          pgPool: pool,
          noHandleSignals: true,
          ...presetOf(working),
          taskList: {
            deliver: async (payload, helpers) => {
              const made = await agents.post(payload as DeliveryJob);
              await helpers.withPgClient((client) => recordDelivered(client, [made]));
            },
          },
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
  return { preset: { worker: { logger, ...(working === 'throughput' ? throughput : { concurrentJobs: 10 }) } } };
}
