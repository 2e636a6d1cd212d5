import type { FakeClock } from '../fake-clock.ts';

/** A clock for weeks: it can leap, where moving on step by step would run every heartbeat on the way. */
export interface LeapingClock extends FakeClock {
  /** Puts the clock ahead at once; what fell due on the way runs once, as on a machine that slept. */
  leap(ms: number): Promise<void>;
}

/** Stands in for the ordinary test clock where a file mocks that module by this one. */
export function fakeClock(startMs = Date.now()): LeapingClock {
  let now = startMs;
  const timers = new Set<{ at: number; work: () => void }>();
  const firstDue = (until: number) =>
    [...timers].filter((timer) => timer.at <= until).sort((one, other) => one.at - other.at)[0];
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
      for (let next = firstDue(until); next; next = firstDue(until)) {
        timers.delete(next);
        now = Math.max(now, next.at);
        next.work();
        await settled();
      }
      now = Math.max(now, until);
      await settled();
    },
    async leap(ms) {
      now += ms;
      const due = [...timers].filter((timer) => timer.at <= now).sort((one, other) => one.at - other.at);
      for (const timer of due) {
        if (!timers.delete(timer)) continue;
        timer.work();
        await settled();
      }
    },
  };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 5));
