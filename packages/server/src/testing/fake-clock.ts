import { systemClock, type Clock } from '../time/clock.ts';

/** A clock that stands still until a test moves it. */
export interface FakeClock extends Clock {
  /** Moves time on and runs what falls due on the way, in order, letting I/O settle after each. */
  advance(ms: number): Promise<void>;
  /** Puts the clock ahead at once, for hours and weeks: what fell due on the way runs once, as on a machine that slept. */
  leap(ms: number): Promise<void>;
}

export function fakeClock(startMs = Date.now()): FakeClock {
  let now = startMs;
  const timers = new Set<{ readonly at: number; readonly work: () => void }>();
  const dueBy = (until: number) =>
    [...timers].filter((timer) => timer.at <= until).sort((one, other) => one.at - other.at);
  return {
    now: () => now,
    after(ms, work) {
      const timer = { at: now + Math.max(0, ms), work };
      timers.add(timer);
      return () => {
        timers.delete(timer);
      };
    },
    async advance(ms) {
      const until = now + ms;
      for (let [next] = dueBy(until); next; [next] = dueBy(until)) {
        timers.delete(next);
        now = Math.max(now, next.at);
        next.work();
        await settled();
      }
      now = until;
      await settled();
    },
    async leap(ms) {
      now += ms;
      for (const timer of dueBy(now)) {
        if (!timers.delete(timer)) continue;
        timer.work();
        await settled();
      }
    },
  };
}

/** The machine's clock, for servers that a test cannot reach into: it goes by itself, and no test moves it. */
export const realClock: FakeClock = {
  ...systemClock,
  advance: async () => undefined,
  leap: async () => undefined,
};

const settled = () => new Promise((resolve) => setTimeout(resolve, 5));
