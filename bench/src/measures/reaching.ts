import { setTimeout as sleep } from 'node:timers/promises';
import type { TricklePlan, Trickled } from '../load/trickle.ts';
import { percentile } from '../report/statistics.ts';
import type { Measure } from './measure.ts';

const pauseMs = 40;
const warmUp = 40;
const settleMs = 500;

/** How long a message takes to reach its agent while nothing else happens. */
export const reaching: Measure = {
  id: 'reach',
  title: 'Reaching: one message at a time on an idle server',
  role: 'idle',
  share: 0.2,
  contestants: ['Parley', 'graphile-worker'],
  rows: [
    { title: 'Answered 201 to first byte at the agent, p50', unit: 'ms', better: 'lower' },
    { title: 'Answered 201 to first byte at the agent, p99', unit: 'ms', better: 'lower' },
    { title: 'Request sent to first byte at the agent, p50', unit: 'ms', better: 'lower' },
    { title: 'Request sent to first byte at the agent, p99', unit: 'ms', better: 'lower' },
  ],
  async take({ running, load, receiver, scale }) {
    const trickle = (count: number) => {
      const plan = { port: running.port, sends: running.sends, count, pauseMs } satisfies TricklePlan;
      return load.ask<Trickled[]>('trickle', plan);
    };
    await trickle(warmUp);
    await sleep(settleMs);
    await receiver.ask('takeArrivals');
    const sent = await trickle(scale.idleCount);
    await sleep(settleMs);
    const arrivals = new Map(await receiver.ask<[string, number][]>('takeArrivals'));
    const since = (at: 'answeredAtNs' | 'requestedAtNs') =>
      sent.map((one) => {
        const arrivedAtNs = arrivals.get(one.deliveryId);
        if (arrivedAtNs === undefined) throw new Error(`Delivery ${one.deliveryId} did not reach its agent in time.`);
        return (arrivedAtNs - one[at]) / 1e6;
      });
    const committed = since('answeredAtNs');
    const requested = since('requestedAtNs');
    return [percentile(committed, 50), percentile(committed, 99), percentile(requested, 50), percentile(requested, 99)];
  },
};
