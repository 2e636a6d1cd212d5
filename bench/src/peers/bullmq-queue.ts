import { Queue } from 'bullmq';
import type { DeliveryJob } from './delivery-job.ts';
import type { OpenPeerQueue } from './peer-queue.ts';

/** BullMQ: `add` for each send, on a Redis that syncs its log before it answers. */
export const bullmqQueue: OpenPeerQueue = async ({ redisPort }) => {
  if (redisPort === null) throw new Error('BullMQ needs Redis.');
  const queue = new Queue<DeliveryJob>('deliveries', { connection: { host: '127.0.0.1', port: redisPort } });
  await queue.waitUntilReady();
  await queue.obliterate({ force: true });
  return {
    async enqueue(job) {
      await queue.add('deliver', job, { removeOnComplete: true });
    },
    close: () => queue.close(),
  };
};
