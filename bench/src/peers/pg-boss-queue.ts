import PgBoss from 'pg-boss';
import type { DeliveryJob } from './delivery-job.ts';
import type { OpenPeerQueue } from './peer-queue.ts';
import { recordDelivered } from './tables.ts';

const queueName = 'deliveries';
const workers = 8;
const batchSize = 128;

/**
 * pg-boss: `send` for each send. It works in batches, as it recommends for throughput: several workers, each of which fetches,
 * posts and completes many jobs at a time, with the shortest polling interval that it allows. A worker that is done sooner sleeps
 * until its interval is over, so there are enough of them that what they fetch in one is never the limit.
 */
export const pgBossQueue: OpenPeerQueue = async ({ pool, working, agents }) => {
  const boss = new PgBoss({ db: { executeSql: (text, values) => pool.query(text, values) } });
  boss.on('error', (error) => process.stderr.write(`pg-boss: ${error.message}\n`));
  await boss.start();
  await boss.createQueue(queueName);
  for (let worker = 0; working !== 'none' && worker < workers; worker++) {
    await boss.work<DeliveryJob>(queueName, { batchSize, pollingIntervalSeconds: 0.5 }, async (jobs) => {
      await recordDelivered(pool, await Promise.all(jobs.map((job) => agents.post(job.data))));
    });
  }
  return {
    async enqueue(job) {
      await boss.send(queueName, job);
    },
    close: () => boss.stop({ graceful: false, wait: false }),
  };
};
