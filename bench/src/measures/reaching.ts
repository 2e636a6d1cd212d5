import type { Ground } from '../ground/ground.ts';
import { onStage, type Stage } from '../ground/stage.ts';
import type { TricklePlan, Trickled } from '../load/trickle.ts';
import { percentile } from '../report/statistics.ts';
import { arrivalsSince, forgetArrivals } from './arrivals.ts';
import { halfOfCapacity, paceAt, warmUpBy } from './half-load.ts';
import type { Measure } from './measure.ts';

const pauseMs = 40;
const fewToBeginWith = 40;
/** Less than this cannot be told from nothing: an agent may even be reached before the sender has read the answer. */
const leastMs = 0.05;
/** Whose half load is the rate at which all are measured. */
const rival = 'graphile-worker';
const noMore = { times: 1, than: [rival] };

/** How long a message takes to reach its agent, while nothing else happens and at half of what the quicker peer can do. */
export const reaching: Measure = {
  id: 'p4',
  alias: 'reach',
  title: 'Reaching: from the request to the first byte at the agent',
  budgetSeconds: { full: 400, quick: 45 },
  entrants: ['Parley', rival, 'BullMQ'].map((name) => onStage(name, { role: 'idle' }, reach)),
  rows: [
    { title: 'Idle: request sent to first byte, p50', unit: 'ms', better: 'lower', goal: noMore },
    { title: 'Idle: request sent to first byte, p99', unit: 'ms', better: 'lower', goal: noMore },
    { title: 'Idle: answered 201 to first byte, p50', unit: 'ms', better: 'lower' },
    { title: 'Idle: answered 201 to first byte, p99', unit: 'ms', better: 'lower' },
    { title: 'Under load: request sent to first byte, p50', unit: 'ms', better: 'lower', goal: noMore },
    { title: 'Under load: request sent to first byte, p99', unit: 'ms', better: 'lower', goal: noMore },
    { title: 'Under load: answered 201 to first byte, p50', unit: 'ms', better: 'lower' },
    { title: 'Under load: answered 201 to first byte, p99', unit: 'ms', better: 'lower' },
    { title: `The load: half of what ${rival} delivers at most`, unit: '/s', better: 'higher' },
  ],
};

async function reach(stage: Stage): Promise<number[]> {
  const { running, ground } = stage;
  const perSecond = await sharedRate(ground);
  const trickle = (count: number) => {
    const plan = { port: running.port, sends: running.sends, count, pauseMs } satisfies TricklePlan;
    return ground.load.ask<Trickled[]>('trickle', plan);
  };
  await warmUpBy(stage, ground.scale.deliverWarmUp);
  await trickle(fewToBeginWith);
  await forgetArrivals(ground);
  const idle = await arrivalsSince(ground, await trickle(ground.scale.idleCount));
  await forgetArrivals(ground);
  const busy = await arrivalsSince(ground, await paceAt(stage, perSecond, ground.scale.halfLoadMs));
  const values = [idle, busy].flatMap(({ requested, answered }) => [
    ...middleAndTail(requested),
    ...middleAndTail(answered),
  ]);
  return [...values, perSecond];
}

const rates = new WeakMap<Ground, Promise<number>>();

/** The rate at which all are measured, found out once for each run, on a stage of its own. */
function sharedRate(ground: Ground): Promise<number> {
  const known = rates.get(ground) ?? measureRate(ground);
  rates.set(ground, known);
  return known;
}

async function measureRate(ground: Ground): Promise<number> {
  const probe = onStage(rival, { role: 'idle' }, async (stage) => [await halfOfCapacity(stage)]);
  const [perSecond] = (await probe.take(ground)) ?? [];
  if (perSecond === undefined) throw new Error(`Without ${rival} there is no rate to measure at.`);
  return perSecond;
}

function middleAndTail(times: readonly number[]): number[] {
  return [50, 99].map((percent) => Math.max(leastMs, percentile(times, percent)));
}
