import type { Clock } from '../clock.ts';

/** A clock that stands still until a test moves it. */
export interface FakeClock extends Clock {
  /** Moves time on and runs what falls due on the way, in order, letting I/O settle after each. */
  advance(ms: number): Promise<void>;
}

export function fakeClock(startMs = Date.now()): FakeClock {
  let now = startMs;
  let timers: { at: number; work: () => void }[] = [];
  return {
    now: () => now,
    after(ms, work) {
      const timer = { at: now + Math.max(0, ms), work };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    async advance(ms) {
      const until = now + ms;
      for (;;) {
        const next = timers.filter((timer) => timer.at <= until).sort((a, b) => a.at - b.at)[0];
        if (!next) break;
        timers = timers.filter((timer) => timer !== next);
        now = Math.max(now, next.at);
        next.work();
        await settled();
      }
      now = until;
      await settled();
    },
  };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 5));
