import type { Ground } from '../ground/ground.ts';
import { onStage, type Stage } from '../ground/stage.ts';
import type { FloodPlan } from '../load/flood.ts';
import type { Hurried } from '../load/hurry.ts';
import type { BarePlan } from '../load/post-bare.ts';
import { watchProcessorTime } from '../processes/processor-time.ts';
import { connections, type Entrant, type Measure } from './measure.ts';
import { recorded } from './recorded.ts';

const withinMs = 60_000;
const peers = ['graphile-worker', 'pg-boss', 'BullMQ'];

/** Posts without a queue before them or a record behind them: what is left of HTTPS when nothing else is to be done. */
const bare: Entrant = {
  name: 'undici alone',
  async take({ load, ends, scale, receiver }) {
    const plan: BarePlan = { url: `${ends.secureUrl}/answer`, connections, count: scale.deliverCount };
    const rate = await load.ask<number>('postBare', plan);
    await receiver.ask('takeArrivals');
    return [rate, NaN, NaN];
  },
};

/** Deliveries per second, from the first request to the last attempt that is recorded as answered with 2xx. */
export const delivering: Measure = {
  id: 'p3',
  alias: 'deliver',
  title: 'Delivering over HTTPS: from the send to the recorded 2xx',
  budgetSeconds: { full: 280, quick: 40 },
  entrants: [...['Parley', ...peers].map((name) => onStage(name, { role: 'deliver' }, deliver)), bare],
  rows: [
    {
      title: 'Deliveries recorded',
      unit: '/s',
      better: 'higher',
      goal: [
        { times: 4, than: ['graphile-worker'] },
        { times: 1.8, than: ['BullMQ'] },
      ],
    },
    { title: 'Sends accepted meanwhile', unit: '/s', better: 'higher' },
    {
      title: 'Processor time for one, from send to record, server and database',
      unit: 'µs',
      better: 'lower',
      goal: { atMost: 320 },
    },
  ],
};

/** Sends as fast as they are answered, and waits until all is recorded. */
export async function deliver(stage: Stage): Promise<number[]> {
  const { running, database, ground } = stage;
  const { scale } = ground;
  const warm = await floodOf(stage, scale.deliverWarmUp);
  await recorded(stage, warm.accepted);
  await ground.server.checkpoint();
  const time = await watchProcessorTime(running, database);
  const { accepted, elapsedMs, startedAtMs } = await floodOf(stage, scale.deliverCount);
  const endedAtMs = await recorded(stage, warm.accepted + accepted);
  const spentMs = await time.spentMs();
  await forget(ground);
  return [accepted / ((endedAtMs - startedAtMs) / 1000), accepted / (elapsedMs / 1000), (spentMs * 1000) / accepted];
}

/** Sends so many, as fast as they are answered. */
export function floodOf({ running, ground }: Stage, count: number): Promise<Hurried> {
  const plan: FloodPlan = { port: running.port, sends: running.sends, connections, durationMs: withinMs, count };
  return ground.load.ask<Hurried>('flood', plan);
}

/** The receiver notes every arrival; nobody here asks for them. */
async function forget({ receiver }: Ground): Promise<void> {
  await receiver.ask('takeArrivals');
}
