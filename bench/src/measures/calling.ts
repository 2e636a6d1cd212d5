import { onStage, type Stage } from '../ground/stage.ts';
import type { FloodPlan } from '../load/flood.ts';
import type { Hurried } from '../load/hurry.ts';
import { watchProcessorTime } from '../processes/processor-time.ts';
import type { Measure, MeasuredRow } from './measure.ts';

/** Callers side by side, and how much more than the plainest server a send may cost then: processor time, and the wait for the answer. */
const levels = [
  { callers: 1, cost: 3, wait: 2.5 },
  { callers: 8, cost: 2.5, wait: null },
  { callers: 64, cost: 1.2, wait: null },
] as const;

/** What a send costs as more call at the same time, beside the plainest durable server that there can be. */
export const calling: Measure = {
  id: 'p12',
  alias: 'callers',
  title: 'Sending by 1, 8 and 64 callers, beside the plainest server',
  budgetSeconds: { full: 240, quick: 50 },
  entrants: ['Parley', 'naive'].map((name) => onStage(name, { role: 'away' }, call)),
  rows: levels.flatMap(({ callers, cost, wait }): MeasuredRow[] => [
    {
      title: `${named(callers)}: processor time for one send`,
      unit: 'µs',
      better: 'lower',
      goal: { times: 1 / cost, than: ['naive'] },
    },
    {
      title: `${named(callers)}: request to 201, p50`,
      unit: 'ms',
      better: 'lower',
      ...(wait === null ? {} : { goal: { times: 1 / wait, than: ['naive'] } }),
    },
  ]),
};

async function call({ running, database, ground }: Stage): Promise<number[]> {
  const { load, server, scale } = ground;
  const flood = (connections: number, bounds: Pick<FloodPlan, 'durationMs' | 'count'>) => {
    const plan: FloodPlan = { port: running.port, sends: running.sends, connections, ...bounds };
    return load.ask<Hurried>('flood', plan);
  };
  await flood(64, { durationMs: scale.acceptMs, count: scale.warmUpCount });
  const values: number[] = [];
  for (const { callers } of levels) {
    await server.checkpoint();
    const time = await watchProcessorTime(running, database);
    const { accepted, p50Ms } = await flood(callers, { durationMs: scale.acceptMs, count: 1e9 });
    const spentMs = await time.spentMs();
    values.push((spentMs * 1000) / accepted, p50Ms);
  }
  return values;
}

function named(callers: number): string {
  return callers === 1 ? 'One caller' : `${callers} callers`;
}
