/** A source of time, so that tests can run twelve hours of retries in milliseconds. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /**
   * Runs `work` once after `ms` milliseconds. Returns a function that cancels it. With rhythm `beat` the work repeats,
   * and a test clock that moves by hours may run it once for all the times that it passed.
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
