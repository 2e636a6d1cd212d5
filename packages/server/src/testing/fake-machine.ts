import type { Machine } from '../platform/time/machine.ts';
import { fakeClock } from './fake-clock.ts';

/** A machine for tests: the test moves its time and sets its wall clock. */
export interface FakeMachine extends Machine {
  /** Shifts the wall clock ahead or back without passing time. */
  setAhead(ms: number): void;
  /** Lets time pass and runs due timers. */
  advance(ms: number): Promise<void>;
  /** Lets time pass while the machine sleeps: no timers run, and only some counters advance. */
  sleep(ms: number): void;
}

export function fakeMachine(startMs = Date.now()): FakeMachine {
  const count = fakeClock(0);
  let ahead = 0;
  let slept = 0;
  return {
    wallMs: () => startMs + count.now() + slept + ahead,
    elapsedMs: count.now,
    uptimeMs: () => count.now() + slept,
    after: (ms, work) => count.after(ms, work),
    setAhead: (ms) => void (ahead += ms),
    advance: (ms) => count.advance(ms),
    sleep: (ms) => void (slept += ms),
  };
}
