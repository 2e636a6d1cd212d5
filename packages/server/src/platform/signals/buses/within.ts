import type { Clock } from '../../time/clock.ts';

/**
 * Resolves with the result of `work`, or rejects after `ms` milliseconds. A late result is ignored; the work is not
 * cancelled.
 */
export function within<T>(ms: number, clock: Clock, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(ms, () => reject(new Error(`No answer came within ${ms} ms.`)));
    work.then(resolve, reject).finally(cancel);
  });
}
