import { onStage, type Stage } from '../ground/stage.ts';
import { processorTimeMs } from '../processes/processor-time.ts';
import type { Measure } from './measure.ts';
import { recorded } from './recorded.ts';

const peers = ['graphile-worker', 'pg-boss', 'BullMQ'];
const stock = { role: 'drain', stock: ({ scale }: Stage['ground']) => scale.stock } as const;

/** How fast what is due is claimed and settled, by a carrier that does nothing. */
export const claiming: Measure = {
  id: 'p2',
  alias: 'claim',
  title: 'Claiming: a stock that is due, claimed and settled without being sent',
  budgetSeconds: { full: 300, quick: 55 },
  entrants: ['Parley', ...peers].map((name) => onStage(name, stock, drain)),
  rows: [
    {
      title: 'Claimed and recorded',
      unit: '/s',
      better: 'higher',
      goal: { times: 1.2, than: ['graphile-worker', 'pg-boss'] },
    },
    { title: 'Processor time for all since the start, server and database', unit: 'µs each', better: 'lower' },
  ],
};

async function drain(stage: Stage): Promise<number[]> {
  const { contestant, database, running, ground } = stage;
  const { stock: count } = ground.scale;
  const endedAtMs = await recorded({ ...stage, since: '' }, count);
  const spentMs = await processorTimeMs(running, database);
  const firstAtMs = await database.number(
    `select extract(epoch from min(started_at)) * 1000 from ${contestant.attemptsTable}`,
  );
  const posted = await ground.receiver.ask<unknown[]>('takeArrivals');
  if (posted.length > 0)
    throw new Error(`${contestant.name} sent ${posted.length} deliveries that were not to be sent.`);
  return [count / ((endedAtMs - firstAtMs) / 1000), (spentMs * 1000) / count];
}
