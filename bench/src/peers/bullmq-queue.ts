import { Queue, Worker } from 'bullmq';
import type { DeliveryJob } from './delivery-job.ts';
import type { OpenPeerQueue } from './peer-queue.ts';

const queueName = 'deliveries';
const concurrency = 64;

/**
 * BullMQ: `add` for each send, on a Redis that syncs its log before it answers, and one worker with many jobs side by side. Its
 * attempts are recorded in PostgreSQL like everyone's.
 */
export const bullmqQueue: OpenPeerQueue = async ({ redisPort, working, attempt, record, stock }) => {
  if (redisPort === null) throw new Error('BullMQ needs Redis.');
  const connection = { host: '127.0.0.1', port: redisPort };
  const queue = new Queue<DeliveryJob>(queueName, { connection });
  await queue.waitUntilReady();
  await queue.obliterate({ force: true });
  const opts = { removeOnComplete: true, attempts: 5 };
  for (let at = 0; at < stock.length; at += 1000) {
    await queue.addBulk(stock.slice(at, at + 1000).map((data) => ({ name: 'deliver', data, opts })));
  }
  const worker =
    working === 'none'
      ? null
      : new Worker<DeliveryJob>(queueName, async ({ data }) => record(await attempt(data)), {
          connection,
          concurrency,
        });
  worker?.on('error', (error) => process.stderr.write(`BullMQ: ${error.message}\n`));
  return {
    async enqueue(job) {
      await queue.add('deliver', job, opts);
    },
    async close() {
      await worker?.close(true);
      await queue.close();
    },
  };
};
