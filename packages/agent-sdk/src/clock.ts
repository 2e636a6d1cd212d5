import { setTimeout as wait } from 'node:timers/promises';

/** Where the SDK takes time from. Tests bring their own. */
export interface Clock {
  /** The time in milliseconds since 1970. */
  now(): number;
  /** Resolves after `ms` milliseconds, or at once when `signal` aborts; it never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The clock of this machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) => wait(ms, undefined, signal ? { signal } : {}).catch(() => undefined),
};
