/** Where the SDK takes time from. Tests bring their own. */
export interface Clock {
  /** The time in milliseconds since 1970. */
  now(): number;
  /**
   * Resolves after `ms` milliseconds, or at once when `signal` aborts; it never rejects. A `beat` is slept over and over, as by what
   * watches over a stream: a clock that a test moves over hours may end it once for all the times that it has passed.
   */
  sleep(ms: number, signal?: AbortSignal, rhythm?: 'once' | 'beat'): Promise<void>;
}

/** The clock of this machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const end = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      signal?.addEventListener('abort', end);
    }),
};
