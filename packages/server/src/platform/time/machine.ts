import { uptime } from 'node:os';
import { systemClock, type Clock } from './clock.ts';

/** The clocks of a machine: the wall clock, which people and programs can set, and two counters that cannot be set. */
export interface Machine extends Pick<Clock, 'after'> {
  /** Milliseconds since 1970 by the wall clock. */
  wallMs(): number;
  /** Milliseconds since an arbitrary moment. May stop while the machine sleeps. */
  elapsedMs(): number;
  /** Milliseconds since the machine started, including sleep. */
  uptimeMs(): number;
}

export const thisMachine: Machine = {
  wallMs: systemClock.now,
  elapsedMs: () => performance.now(),
  uptimeMs: () => uptime() * 1000,
  after: systemClock.after,
};
