import { newId } from '@parley/protocol';
import { holdSnapshot } from '../ground/hold-snapshot.ts';
import { onStage, type Stage } from '../ground/stage.ts';
import { forgetArrivals } from './arrivals.ts';
import { deliver } from './delivering.ts';
import { halfOfCapacity, paceAt } from './half-load.ts';
import type { Measure } from './measure.ts';

const contestant = 'Parley';
const without = 'Parley without';
const sliceMs = 15_000;
/** So many times the deliveries of p3, so that a checkpoint or a vacuum falls on both alike. */
const longer = 3;

/** What a transaction that somebody forgot to end costs: until it does, nothing that changed since can be vacuumed away. */
export const holding: Measure = {
  id: 'p11',
  alias: 'snapshot',
  title: 'Holding: a snapshot that is held open for ten minutes',
  budgetSeconds: { full: 1, quick: 1 },
  once: true,
  entrants: [
    onStage(contestant, { role: 'deliver' }, async (stage) => {
      const half = await halfOfCapacity(stage);
      const release = await holdSnapshot(stage.database);
      try {
        return await measureAfter(stage, half);
      } finally {
        await release();
      }
    }),
    onStage(without, { contestant, role: 'deliver' }, async (stage) =>
      measureAfter(stage, await halfOfCapacity(stage)),
    ),
  ],
  rows: [
    { title: 'Deliveries recorded, at the beginning', unit: '/s', better: 'higher' },
    { title: 'Deliveries recorded, in the end', unit: '/s', better: 'higher', goal: { times: 0.95, than: [without] } },
    { title: 'Deliveries meanwhile, at half load', unit: '/s', better: 'higher' },
    { title: 'Processor time for one, at the beginning, server and database', unit: 'µs', better: 'lower' },
    { title: 'Processor time for one, in the end, server and database', unit: 'µs', better: 'lower' },
    { title: 'Dead rows of the queue for 1,000 deliveries', unit: 'rows', better: 'lower' },
  ],
};

/** All that it takes, then half of that for as long as the snapshot is held, then all that it takes again. */
async function measureAfter(stage: Stage, perSecond: number): Promise<number[]> {
  const { ground, database } = stage;
  const first = await deliverNow(stage);
  const slices = Math.ceil((ground.scale.holdMinutes * 60_000) / sliceMs);
  let sent = 0;
  for (let slice = 0; slice < slices; slice++) {
    sent += (await paceAt(stage, perSecond, sliceMs, sent)).length;
    await forgetArrivals(ground);
  }
  const last = await deliverNow(stage);
  const dead = await database.number(`select n_dead_tup from pg_stat_user_tables where relname = 'delivery_queue'`);
  const all = await database.number('select count(*) from delivery_attempts');
  return [first.rate, last.rate, perSecond, first.costUs, last.costUs, (1000 * dead) / all];
}

async function deliverNow(stage: Stage): Promise<{ rate: number; costUs: number }> {
  const { ground } = stage;
  const scale = { ...ground.scale, deliverCount: longer * ground.scale.deliverCount };
  const since = newId('delivery', Date.now());
  const [rate = NaN, , costUs = NaN] = await deliver({ ...stage, ground: { ...ground, scale }, since });
  return { rate, costUs };
}
