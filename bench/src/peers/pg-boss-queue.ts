import PgBoss from 'pg-boss';
import type { DeliveryJob } from './delivery-job.ts';
import type { OpenPeerQueue, PeerSetup } from './peer-queue.ts';
import { recordDelivered } from './tables.ts';

const queueName = 'deliveries';
const workers = 8;
const batchSize = 128;
const drainers = 4;
const drainBatchSize = 500;

/**
 * pg-boss: `send` for each send. It works in batches, as it recommends for throughput: several workers, each of which fetches,
 * posts and completes many jobs at a time, with the shortest polling interval that it allows. A worker that is done sooner sleeps
 * until its interval is over, so there are enough of them that what they fetch in one is never the limit. A stock is drained
 * by its `fetch` and `complete` instead, which never sleep.
 */
export const pgBossQueue: OpenPeerQueue = async (setup) => {
  const { pool, working, stock } = setup;
  const boss = new PgBoss({ db: { executeSql: (text, values) => pool.query(text, values) } });
  boss.on('error', (error) => process.stderr.write(`pg-boss: ${error.message}\n`));
  await boss.start();
  await boss.createQueue(queueName);
  for (let at = 0; at < stock.length; at += 1000) {
    await boss.insert(stock.slice(at, at + 1000).map((data) => ({ name: queueName, data })));
  }
  if (working === 'drain') for (let drainer = 0; drainer < drainers; drainer++) void drain(boss, setup);
  else if (working !== 'none') await startWorkers(boss, setup);
  return {
    async enqueue(job) {
      await boss.send(queueName, job);
    },
    close: () => boss.stop({ graceful: false, wait: false }),
  };
};

async function startWorkers(boss: PgBoss, { pool, attempt }: PeerSetup): Promise<void> {
  for (let worker = 0; worker < workers; worker++) {
    await boss.work<DeliveryJob>(queueName, { batchSize, pollingIntervalSeconds: 0.5 }, async (jobs) => {
      await recordDelivered(pool, await Promise.all(jobs.map((job) => attempt(job.data))));
    });
  }
}

async function drain(boss: PgBoss, { pool, attempt }: PeerSetup): Promise<void> {
  for (;;) {
    const jobs = await boss.fetch<DeliveryJob>(queueName, { batchSize: drainBatchSize });
    if (jobs.length === 0) return;
    await recordDelivered(pool, await Promise.all(jobs.map((job) => attempt(job.data))));
    await boss.complete(
      queueName,
      jobs.map((job) => job.id),
    );
  }
}
