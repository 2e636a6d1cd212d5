import type { Clock } from '../time/clock.ts';
import { RecentMap } from '../time/recent-map.ts';
import type { Rate } from '../settings/setting-parsers.ts';
import { RateLimited } from './refusal.ts';

/** Lets each name through at a steady rate with a burst above it. What it remembers is bounded: the least recent is forgotten. */
export interface TokenBucket {
  /** 0 where the request may pass (and is counted), else the seconds to wait. */
  take(name: string): number;
}

const namesMax = 100_000;

/**
 * The generic cell rate algorithm: one time a name, the moment at which its bucket would be full again. A forgotten name starts
 * afresh, which only ever errs towards letting a request pass.
 */
export function tokenBucket(rate: Rate, clock: Clock): TokenBucket {
  const fullAt = new RecentMap<string, number>(namesMax);
  const intervalMs = 1000 / rate.perSecond;
  const burstMs = intervalMs * rate.burst;
  return {
    take(name) {
      const now = clock.now();
      const next = Math.max(now, fullAt.get(name) ?? 0) + intervalMs;
      const waitMs = next - burstMs - now;
      if (waitMs > 0.001) return Math.ceil(waitMs / 1000);
      fullAt.set(name, next);
      return 0;
    },
  };
}

/** Lets a request pass or refuses it with the time to wait. A bucket of null (rate limits are off) lets everything pass. */
export function pass(bucket: TokenBucket | null, name: string): void {
  const waitSeconds = bucket?.take(name) ?? 0;
  if (waitSeconds > 0) throw new RateLimited(waitSeconds);
}
