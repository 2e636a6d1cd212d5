import type { AttemptResult } from '../attempt-result.ts';

export interface BreakerOptions {
  /** Milliseconds on any clock that does not run backwards. */
  readonly now: () => number;
  /** Consecutive transient failures that open it; 20 by default. */
  readonly threshold?: number;
  /** How long it stays open before one probe is let through, in milliseconds; 15,000 by default. */
  readonly openMs?: number;
  /** Endpoints remembered at most; 10,000 by default. */
  readonly capacity?: number;
}

/** Spares endpoints that keep failing, each on its own. An endpoint is any string that names one, such as its URL. */
export interface Breaker {
  /** Whether an attempt may start now. Once the pause is over the first caller is let through as the probe, the rest wait. */
  admit(endpoint: string): boolean;
  /** Learns how an admitted attempt ended. */
  record(endpoint: string, result: Pick<AttemptResult, 'outcome' | 'statusCode'>): void;
  /** Whether an attempt that started now would not be admitted. */
  spares(endpoint: string): boolean;
  /** When the next attempt may start, on the clock of `now`; null while it is closed. */
  openUntil(endpoint: string): number | null;
  /** How many endpoints are spared, those that wait for their probe among them. */
  openCount(): number;
}

/** A breaker that keeps nothing about healthy endpoints. */
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

  function countFailure(endpoint: string): void {
    const count = (failures.get(endpoint) ?? 0) + 1;
    failures.delete(endpoint);
    if (count >= threshold) pause(endpoint, false);
    else failures.set(endpoint, count);
    // The oldest closed one goes; an open one only where there is no closed one but the newcomer.
    if (failures.size + paused.size > capacity) forgetOldest(failures.size > 1 ? failures : paused);
  }

  return {
    admit(endpoint) {
      const current = paused.get(endpoint);
      if (current === undefined) return true;
      if (now() < current.until) return false;
      // The probe takes the next pause with it: if it is never heard of again, another follows.
      pause(endpoint, true);
      return true;
    },
    record(endpoint, result) {
      if (isAlive(result)) return close(endpoint);
      if (!isTransient(result)) return;
      const current = paused.get(endpoint);
      if (current === undefined) countFailure(endpoint);
      // Attempts that were under way when it opened say nothing new; only the probe does.
      else if (current.probing) pause(endpoint, false);
    },
    spares(endpoint) {
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

/** Any answer below 500 comes from an endpoint that works, also one that says no. */
function isAlive({ statusCode }: Pick<AttemptResult, 'statusCode'>): boolean {
  return statusCode !== null && statusCode < 500;
}

function forgetOldest(map: Map<string, unknown>): void {
  const oldest = map.keys().next();
  if (!oldest.done) map.delete(oldest.value);
}
