import { performance } from 'node:perf_hooks';
import { Gauge } from 'prom-client';
import type { App } from '../chat/conversations/app.ts';
import { backlogReasons, findFirstUnattempted, readBacklog } from '../engine/deliveries/backlog-queries.ts';
import { readInTime } from './read-in-time.ts';

/** Adds the gauges that show whether the servers keep up with the deliveries. */
export function addBacklogGauges({ storage, clock, metrics }: Pick<App, 'storage' | 'clock' | 'metrics'>): void {
  const registers = [metrics.registry];
  new Gauge({
    name: 'parley_deliveries_waiting',
    help: 'Open deliveries by what they wait for, at most 10,000 counted of each.',
    labelNames: ['reason'] as const,
    registers,
    async collect() {
      const backlog = await readInTime(readBacklog(storage.db, new Date(clock.now())));
      for (const reason of backlogReasons) this.set({ reason }, backlog?.[reason] ?? NaN);
    },
  });
  const ageOf = createAges(() => clock.now());
  new Gauge({
    name: 'parley_oldest_unattempted_delivery_age_seconds',
    help: 'Age of the first delivery in the queue that no attempt has been made of, whenever it is due; 0 where there is none.',
    registers,
    async collect() {
      const first = await readInTime(findFirstUnattempted(storage.db));
      this.set(first === undefined ? NaN : ageOf(first));
    },
  });
}

/**
 * Returns the age of a delivery: since its creation, or since this server first saw it at the head of the queue,
 * whichever is longer. The second uses the monotonic clock, so the age grows even if a wrong clock dated the delivery
 * in the future.
 */
function createAges(now: () => number) {
  let seen: { readonly deliveryId: string; readonly atMs: number } | null = null;
  return (first: Awaited<ReturnType<typeof findFirstUnattempted>>): number => {
    if (first === null) {
      seen = null;
      return 0;
    }
    if (seen?.deliveryId !== first.deliveryId) seen = { deliveryId: first.deliveryId, atMs: performance.now() };
    return Math.max(0, now() - first.createdAt.getTime(), performance.now() - seen.atMs) / 1000;
  };
}
