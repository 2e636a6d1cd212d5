import type { Clock } from '../../time/clock.ts';

/** Passes on what `work` comes to, or rejects where that takes longer than `ms`; the work itself goes on unheard. */
export function within<T>(ms: number, clock: Clock, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(ms, () => reject(new Error(`No answer came within ${ms} ms.`)));
    work.then(resolve, reject).finally(cancel);
  });
}
