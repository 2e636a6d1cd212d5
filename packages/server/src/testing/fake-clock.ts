import { systemClock, type Clock } from '../platform/time/clock.ts';

/** A clock that moves only when a test moves it. */
export interface FakeClock extends Clock {
  /** Advances the time and runs due timers in order, letting I/O settle after each. */
  advance(ms: number): Promise<void>;
  /** Jumps ahead, by hours or weeks. Timers that became due run once, as after a machine's sleep. */
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

/** The real clock, for servers that a test cannot control. Moving it has no effect. */
export const realClock: FakeClock = {
  ...systemClock,
  advance: async () => undefined,
  leap: async () => undefined,
};

const settled = () => new Promise((resolve) => setTimeout(resolve, 5));
