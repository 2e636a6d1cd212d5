import type { AttemptResult } from '../attempt-result.ts';

export interface BreakerOptions {
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  /** Consecutive transient failures that open the breaker; default 20. */
  readonly threshold?: number;
  /** Milliseconds for which it stays open before one probe is admitted; default 15,000. */
  readonly openMs?: number;
  /** Maximum number of endpoints kept; default 10,000. */
  readonly capacity?: number;
}

/** Circuit breakers, one for each endpoint. An endpoint is any string that identifies one, such as its URL. */
export interface Breaker {
  /**
   * Returns whether an attempt may start now. After the open period the first caller is admitted as the probe; others
   * wait.
   */
  admit(endpoint: string): boolean;
  /** Records the result of an admitted attempt. Returns whether this opened or closed the breaker, or null. */
  record(endpoint: string, result: Pick<AttemptResult, 'outcome' | 'statusCode'>): BreakerTurn | null;
  /** Returns whether an attempt started now would be refused. */
  isOpen(endpoint: string): boolean;
  /** Returns when the next attempt may start, on the clock of `now`; null if the breaker is closed. */
  openUntil(endpoint: string): number | null;
  /** Returns the number of open breakers, including those that wait for their probe. */
  openCount(): number;
}

export type BreakerTurn = 'opened' | 'closed';

/** Creates the breakers. Keeps no state for healthy endpoints. */
export function createBreaker({ now, threshold = 20, openMs = 15_000, capacity = 10_000 }: BreakerOptions): Breaker {
  const failures = new Map<string, number>();
  const paused = new Map<string, Pause>();

  function pause(endpoint: string, probing: boolean): void {
    close(endpoint);
    paused.set(endpoint, { until: now() + openMs, probing });
  }

  function close(endpoint: string): void {
    failures.delete(endpoint);
    paused.delete(endpoint);
  }

  function countFailure(endpoint: string): BreakerTurn | null {
    const count = (failures.get(endpoint) ?? 0) + 1;
    failures.delete(endpoint);
    if (count >= threshold) pause(endpoint, false);
    else failures.set(endpoint, count);
    // Evicts the oldest closed endpoint. An open one is evicted only if the new one is the only closed one.
    if (failures.size + paused.size > capacity) forgetOldest(failures.size > 1 ? failures : paused);
    return count >= threshold ? 'opened' : null;
  }

  return {
    admit(endpoint) {
      const current = paused.get(endpoint);
      if (current === undefined) return true;
      if (now() < current.until) return false;
      // The probe starts a new open period. If its result never arrives, another probe follows.
      pause(endpoint, true);
      return true;
    },
    record(endpoint, result) {
      const current = paused.get(endpoint);
      if (isAlive(result)) {
        close(endpoint);
        return current === undefined ? null : 'closed';
      }
      if (!isTransient(result)) return null;
      if (current === undefined) return countFailure(endpoint);
      // Attempts that were running when the breaker opened prove nothing new. Only the probe counts.
      if (current.probing) pause(endpoint, false);
      return null;
    },
    isOpen(endpoint) {
      const current = paused.get(endpoint);
      return current !== undefined && now() < current.until;
    },
    openUntil: (endpoint) => paused.get(endpoint)?.until ?? null,
    openCount: () => paused.size,
  };
}

interface Pause {
  readonly until: number;
  readonly probing: boolean;
}

const UNREACHED: ReadonlySet<AttemptResult['outcome']> = new Set([
  'connection_failed',
  'tls_failed',
  'dns_failed',
  'timeout',
]);

function isTransient({ outcome, statusCode }: Pick<AttemptResult, 'outcome' | 'statusCode'>): boolean {
  return UNREACHED.has(outcome) || (outcome === 'http_error' && (statusCode ?? 0) >= 500);
}

/** Any status below 500 shows that the endpoint works, even if it refuses. */
function isAlive({ statusCode }: Pick<AttemptResult, 'statusCode'>): boolean {
  return statusCode !== null && statusCode < 500;
}

function forgetOldest(map: Map<string, unknown>): void {
  const oldest = map.keys().next();
  if (!oldest.done) map.delete(oldest.value);
}
