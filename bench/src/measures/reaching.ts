import { onStage, type Stage } from '../ground/stage.ts';
import type { TricklePlan, Trickled } from '../load/trickle.ts';
import { percentile } from '../report/statistics.ts';
import { arrivalsSince, forgetArrivals } from './arrivals.ts';
import { halfOfCapacity, paceAt } from './half-load.ts';
import type { Measure } from './measure.ts';

const pauseMs = 40;
const warmUp = 40;
const idle = { times: 2, than: ['graphile-worker'] };

/** How long a message takes to reach its agent, while nothing else happens and at half of what the server can do. */
export const reaching: Measure = {
  id: 'p4',
  alias: 'reach',
  title: 'Reaching: from the answer to the first byte at the agent',
  budgetSeconds: { full: 240, quick: 25 },
  entrants: ['Parley', 'graphile-worker', 'BullMQ'].map((name) => onStage(name, { role: 'idle' }, reach)),
  rows: [
    { title: 'Idle: answered 201 to first byte, p50', unit: 'ms', better: 'lower', goal: idle },
    {
      title: 'Idle: answered 201 to first byte, p99',
      unit: 'ms',
      better: 'lower',
      goal: { times: 1, than: ['BullMQ'] },
    },
    { title: 'Idle: request sent to first byte, p50', unit: 'ms', better: 'lower' },
    { title: 'Idle: request sent to first byte, p99', unit: 'ms', better: 'lower' },
    { title: 'Half load: request sent to first byte, p50', unit: 'ms', better: 'lower', goal: idle },
    {
      title: 'Half load: request sent to first byte, p99',
      unit: 'ms',
      better: 'lower',
      goal: { times: 1, than: ['BullMQ'] },
    },
    { title: 'Half load: sends', unit: '/s', better: 'higher' },
  ],
};

async function reach(stage: Stage): Promise<number[]> {
  const { running, ground } = stage;
  const trickle = (count: number) => {
    const plan = { port: running.port, sends: running.sends, count, pauseMs } satisfies TricklePlan;
    return ground.load.ask<Trickled[]>('trickle', plan);
  };
  await trickle(warmUp);
  await forgetArrivals(ground);
  const { answered, requested } = await arrivalsSince(ground, await trickle(ground.scale.idleCount));
  const perSecond = await halfOfCapacity(stage);
  await forgetArrivals(ground);
  const busy = await arrivalsSince(ground, await paceAt(stage, perSecond, ground.scale.halfLoadMs));
  return [
    ...[answered, requested, busy.requested].flatMap((times) => [percentile(times, 50), percentile(times, 99)]),
    perSecond,
  ];
}
