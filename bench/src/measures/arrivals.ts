import { setTimeout as sleep } from 'node:timers/promises';
import type { Ground } from '../ground/ground.ts';
import type { Trickled } from '../load/trickle.ts';

const settleMs = 500;

/** Forgets what has arrived until now, once the server has come to rest. */
export async function forgetArrivals({ receiver }: Ground): Promise<void> {
  await sleep(settleMs);
  await receiver.ask('takeArrivals');
}

/** From a moment of each send until the first byte of its delivery was at the agent, in milliseconds. */
export async function arrivalsSince(
  { receiver }: Ground,
  sent: readonly Trickled[],
): Promise<Record<'answered' | 'requested', number[]>> {
  const arrivals = new Map<string, number>();
  for (let look = 0; look < 20 && !sent.every(({ deliveryId }) => arrivals.has(deliveryId)); look++) {
    await sleep(settleMs);
    for (const [id, at] of await receiver.ask<[string, number][]>('takeArrivals')) arrivals.set(id, at);
  }
  const since = (at: 'answeredAtNs' | 'requestedAtNs') =>
    sent.map((one) => {
      const arrivedAtNs = arrivals.get(one.deliveryId);
      if (arrivedAtNs === undefined) throw new Error(`Delivery ${one.deliveryId} did not reach its agent in time.`);
      return (arrivedAtNs - one[at]) / 1e6;
    });
  return { answered: since('answeredAtNs'), requested: since('requestedAtNs') };
}
