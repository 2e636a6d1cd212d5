import { onStage, type Stage } from '../ground/stage.ts';
import type { FloodPlan } from '../load/flood.ts';
import type { Hurried } from '../load/hurry.ts';
import { watchProcessorTime } from '../processes/processor-time.ts';
import { connections, type Measure } from './measure.ts';

const warmUpWithinMs = 4000;

/** Durable sends per second through HTTP, and what one costs. */
export const accepting: Measure = {
  id: 'p1',
  alias: 'accept',
  title: 'Sending: durable sends through HTTP',
  budgetSeconds: { full: 220, quick: 40 },
  entrants: ['Parley', 'graphile-worker', 'pg-boss', 'BullMQ', 'naive'].map((name) =>
    onStage(name, { role: 'accept' }, accept),
  ),
  rows: [
    {
      title: 'Durable sends',
      unit: '/s',
      better: 'higher',
      goal: [
        { times: 4, than: ['pg-boss'] },
        { times: 1.3, than: ['BullMQ'] },
      ],
    },
    { title: 'Processor time for one, server and database', unit: 'µs', better: 'lower', goal: { atMost: 180 } },
  ],
};

/** Sends as fast as they are answered. */
export async function accept({ running, database, ground }: Stage): Promise<number[]> {
  const { load, server, scale } = ground;
  const flood = (bounds: Pick<FloodPlan, 'durationMs' | 'count'>) => {
    const plan: FloodPlan = { port: running.port, sends: running.sends, connections, ...bounds };
    return load.ask<Hurried>('flood', plan);
  };
  await flood({ durationMs: warmUpWithinMs, count: scale.warmUpCount });
  await server.checkpoint();
  const time = await watchProcessorTime(running, database);
  const { accepted, elapsedMs } = await flood({ durationMs: scale.acceptMs, count: 1e9 });
  const spentMs = await time.spentMs();
  return [accepted / (elapsedMs / 1000), (spentMs * 1000) / accepted];
}
