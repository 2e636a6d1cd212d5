import type { Clock } from '../time/clock.ts';
import { RecentMap } from '../time/recent-map.ts';
import type { Rate } from '../settings/setting-parsers.ts';
import { RateLimited } from './refusal.ts';

/**
 * Rate limiter: allows each name a steady rate and a burst. Its memory is bounded: the least recently used names are
 * dropped.
 */
export interface TokenBucket {
  /** Returns 0 if the request may pass (it is then counted), else the seconds to wait. */
  take(name: string): number;
}

const namesMax = 100_000;

/**
 * Generic cell rate algorithm: stores one time per name, when its bucket would be full again. A dropped name starts
 * with a full bucket, so the error is always in the caller's favour.
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

/** Refuses a request over the limit with `RateLimited`. A null bucket (rate limits are off) lets every request pass. */
export function pass(bucket: TokenBucket | null, name: string): void {
  const waitSeconds = bucket?.take(name) ?? 0;
  if (waitSeconds > 0) throw new RateLimited(waitSeconds);
}
