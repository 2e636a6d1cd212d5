/** Where time comes from, so that twelve hours of retries can be tested in milliseconds. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /**
   * Runs `work` once, `ms` from now; returns what cancels it. A `beat` is done over and over, and a clock that a test moves over hours
   * may do it once for all the times that it has passed.
   */
  after(ms: number, work: () => void, rhythm?: Rhythm): Cancel;
}

export type Rhythm = 'once' | 'beat';

export type Cancel = () => void;

const longestTimerMs = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: Date.now,
  after(ms, work) {
    const timer = setTimeout(work, Math.min(Math.max(0, ms), longestTimerMs));
    timer.unref();
    return () => clearTimeout(timer);
  },
};
