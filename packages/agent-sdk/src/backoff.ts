/** Bounds of an exponential delay, in milliseconds. */
export interface Backoff {
  readonly baseMs: number;
  readonly maxMs: number;
}

/**
 * The delay before try number `attempt` (1 for the first retry): it doubles each time up to `maxMs`, and between half
 * and all of it is waited, so that many agents that failed together do not come back together.
 */
export function backoffDelay(attempt: number, { baseMs, maxMs }: Backoff, random: () => number = Math.random): number {
  const ceiling = Math.min(maxMs, baseMs * 2 ** Math.min(attempt - 1, 30));
  return Math.round(ceiling * (0.5 + random() / 2));
}
