/** Where time comes from, so that twelve hours of retries can be tested in milliseconds. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Runs `work` once, `ms` from now; returns what cancels it. */
  after(ms: number, work: () => void): Cancel;
}

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
