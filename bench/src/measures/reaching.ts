import { onStage, type Stage } from '../ground/stage.ts';
import type { TricklePlan, Trickled } from '../load/trickle.ts';
import { percentile } from '../report/statistics.ts';
import { arrivalsSince, forgetArrivals } from './arrivals.ts';
import { halfOfCapacity, paceAt } from './half-load.ts';
import type { Measure } from './measure.ts';

const pauseMs = 40;
/** What each of them keeps up with easily. */
const easyPerSecond = 50;
const warmUp = 40;
/** Less than this cannot be told from nothing: an agent may even be reached before the sender has read the answer. */
const leastMs = 0.05;
const half = { times: 2, than: ['graphile-worker'] };
const noMore = { times: 1, than: ['BullMQ'] };

/** How long a message takes to reach its agent, while nothing else happens and at half of what the server can do. */
export const reaching: Measure = {
  id: 'p4',
  alias: 'reach',
  title: 'Reaching: from the answer to the first byte at the agent',
  budgetSeconds: { full: 400, quick: 45 },
  entrants: ['Parley', 'graphile-worker', 'BullMQ'].map((name) => onStage(name, { role: 'idle' }, reach)),
  rows: [
    { title: 'Idle: answered 201 to first byte, p50', unit: 'ms', better: 'lower', goal: half },
    { title: 'Idle: answered 201 to first byte, p99', unit: 'ms', better: 'lower', goal: noMore },
    { title: 'Idle: request sent to first byte, p50', unit: 'ms', better: 'lower' },
    { title: 'Idle: request sent to first byte, p99', unit: 'ms', better: 'lower' },
    { title: 'Half load: answered 201 to first byte, p50', unit: 'ms', better: 'lower', goal: half },
    { title: 'Half load: answered 201 to first byte, p99', unit: 'ms', better: 'lower', goal: noMore },
    { title: 'Half load: request sent to first byte, p50', unit: 'ms', better: 'lower' },
    { title: 'Half load: request sent to first byte, p99', unit: 'ms', better: 'lower' },
    { title: 'Half load: sends', unit: '/s', better: 'higher' },
    { title: `At ${easyPerSecond}/s: answered 201 to first byte, p50`, unit: 'ms', better: 'lower' },
    { title: `At ${easyPerSecond}/s: answered 201 to first byte, p99`, unit: 'ms', better: 'lower' },
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
  const idle = await arrivalsSince(ground, await trickle(ground.scale.idleCount));
  const perSecond = await halfOfCapacity(stage);
  const atPace = async (rate: number) => {
    await forgetArrivals(ground);
    return arrivalsSince(ground, await paceAt(stage, rate, ground.scale.halfLoadMs));
  };
  const busy = await atPace(perSecond);
  const alike = await atPace(easyPerSecond);
  const values = [idle, busy].flatMap(({ answered, requested }) => [
    ...middleAndTail(answered),
    ...middleAndTail(requested),
  ]);
  return [...values, perSecond, ...middleAndTail(alike.answered)];
}

function middleAndTail(times: readonly number[]): number[] {
  return [50, 99].map((percent) => Math.max(leastMs, percentile(times, percent)));
}
