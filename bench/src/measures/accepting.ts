import type { FloodPlan, Flooded } from '../load/flood.ts';
import { processorTimeMs } from '../processes/processor-time.ts';
import { connections, type Measure } from './measure.ts';

const warmUpWithinMs = 4000;

/** Durable sends per second through HTTP, and what one costs. */
export const accepting: Measure = {
  id: 'accept',
  title: 'Sending: durable sends through HTTP',
  role: 'accept',
  share: 0.4,
  contestants: ['Parley', 'graphile-worker', 'pg-boss', 'BullMQ'],
  rows: [
    { title: 'Durable sends', unit: '/s', better: 'higher' },
    { title: 'Processor time for one, server and database', unit: 'µs', better: 'lower' },
  ],
  async take({ running, database, load, checkpoint, scale }) {
    const flood = (bounds: Pick<FloodPlan, 'durationMs' | 'count'>) => {
      const plan: FloodPlan = { port: running.port, sends: running.sends, connections, ...bounds };
      return load.ask<Flooded>('flood', plan);
    };
    await flood({ durationMs: warmUpWithinMs, count: scale.warmUpCount });
    await checkpoint();
    const before = await processorTimeMs(running, database);
    const { accepted, elapsedMs } = await flood({ durationMs: scale.acceptMs, count: 1e9 });
    const spentMs = (await processorTimeMs(running, database)) - before;
    return [accepted / (elapsedMs / 1000), (spentMs * 1000) / accepted];
  },
};
