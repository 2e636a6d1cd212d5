import type { FloodPlan, Flooded } from '../load/flood.ts';
import { connections, type Measure } from './measure.ts';

/** Durable sends per second through HTTP. */
export const accepting: Measure = {
  id: 'accept',
  title: 'Sending: durable sends through HTTP',
  role: 'accept',
  contestants: ['Parley', 'graphile-worker', 'pg-boss', 'BullMQ'],
  rows: [{ title: 'Durable sends', unit: '/s', better: 'higher' }],
  async take({ running, load, checkpoint, scale }) {
    const plan = { port: running.port, sends: running.sends, connections, count: Infinity };
    const flood = (durationMs: number) =>
      load.ask<Flooded>('flood', { ...plan, count: 1e9, durationMs } satisfies FloodPlan);
    await flood(scale.warmUpMs);
    await checkpoint();
    const { accepted, elapsedMs } = await flood(scale.acceptMs);
    return [accepted / (elapsedMs / 1000)];
  },
};
