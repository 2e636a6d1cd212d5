import type { Clock } from './clock.ts';

/** Runs work with a signal that aborts after `ms` milliseconds, or with one of `others`. The work has to obey it. */
export async function withinLimit<T>(
  clock: Pick<Clock, 'after'>,
  ms: number,
  work: (signal: AbortSignal, limit: TimeLimit) => Promise<T>,
  others: readonly AbortSignal[] = [],
): Promise<T> {
  const late = new AbortController();
  const cancel = clock.after(ms, () => late.abort());
  try {
    return await work(AbortSignal.any([late.signal, ...others]), { isOver: () => late.signal.aborted });
  } finally {
    cancel();
  }
}

export interface TimeLimit {
  /** Returns whether the time is up. */
  isOver(): boolean;
}
