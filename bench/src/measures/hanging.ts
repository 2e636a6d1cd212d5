import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '@parley/protocol';
import { onStage, type Stage } from '../ground/stage.ts';
import type { FloodPlan } from '../load/flood.ts';
import { percentile } from '../report/statistics.ts';
import { arrivalsSince, forgetArrivals } from './arrivals.ts';
import { deliver } from './delivering.ts';
import { paceAt } from './half-load.ts';
import { connections, type Measure } from './measure.ts';

const contestant = 'Parley among the hung';
const without = 'Parley without';
/** Enough that each endpoint hangs on to one for as long as the measurement takes, since a lane goes one at a time. */
const messagesEach = 3;
const dialMs = 1000;
/**
 * So many times the deliveries of p3. At 4,800 a second they last for the ten seconds in which all that hangs times out once and is
 * dialled anew, and on a slower machine for more such rounds: less than a whole one would hold more time-outs than its share.
 */
const longer = 8;
const perSecond = 100;

/** What 500 endpoints that take a connection and never answer cost the agents beside them. */
export const hanging: Measure = {
  id: 'p7',
  alias: 'hang',
  title: 'Hanging: 500 endpoints that never answer, beside healthy ones',
  budgetSeconds: { full: 700, quick: 90 },
  entrants: [
    onStage('Parley', { contestant, role: 'deliver' }, async (stage) => {
      await sendToHung(stage);
      return measureHealthy(stage);
    }),
    onStage(without, { contestant, role: 'deliver' }, measureHealthy),
  ],
  rows: [
    { title: 'Healthy deliveries recorded', unit: '/s', better: 'higher', goal: { times: 0.95, than: [without] } },
    { title: 'Processor time for a healthy one, with what hangs, server and database', unit: 'µs', better: 'lower' },
    { title: 'At 100 a second: request to first byte, p50', unit: 'ms', better: 'lower' },
    {
      title: 'At 100 a second: request to first byte, p99',
      unit: 'ms',
      better: 'lower',
      goal: { times: 0.5, than: [without] },
    },
  ],
};

async function sendToHung({ running, ground }: Stage): Promise<void> {
  const sends = running.hungSends ?? [];
  const count = sends.length * messagesEach;
  await ground.load.ask('flood', {
    port: running.port,
    sends,
    connections,
    durationMs: 60_000,
    count,
  } satisfies FloodPlan);
  await sleep(dialMs);
}

/** The latency first: what hangs is at its freshest then. */
async function measureHealthy(stage: Stage): Promise<number[]> {
  const { ground } = stage;
  await paceAt(stage, perSecond, dialMs);
  await forgetArrivals(ground);
  const { requested } = await arrivalsSince(ground, await paceAt(stage, perSecond, ground.scale.halfLoadMs));
  const scale = { ...ground.scale, deliverCount: longer * ground.scale.deliverCount };
  const [rate = NaN, , costUs = NaN] = await deliver({
    ...stage,
    ground: { ...ground, scale },
    since: newId('delivery', Date.now()),
  });
  return [rate, costUs, percentile(requested, 50), percentile(requested, 99)];
}
