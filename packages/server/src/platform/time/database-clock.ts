import type { Clock } from './clock.ts';
import type { Machine } from './machine.ts';

/**
 * A reading of the database's clock, with the machine's elapsed time before and after the query. All in milliseconds.
 */
export interface ClockReading {
  readonly databaseMs: number;
  readonly askedAtMs: number;
  readonly answeredAtMs: number;
}

/** The database's time, extrapolated between readings. */
export interface DatabaseClock extends Clock {
  /**
   * Corrects the clock by a reading. Returns by how many milliseconds the database was ahead of the extrapolated time,
   * or 0.
   */
  take(reading: ClockReading): number;
  /** Returns the database's time according to the last reading. Unlike `now`, it can go back. */
  databaseMs(): number;
}

/**
 * Creates the server's clock. It never reads the machine's wall clock, which anyone could set, and it never goes back.
 * If the database's clock was set back, it runs at half speed until both agree; if it stopped instead, retries would
 * never become due.
 */
export function createDatabaseClock(machine: Machine, first: ClockReading): DatabaseClock {
  let offset = first.databaseMs - (first.askedAtMs + first.answeredAtMs) / 2;
  let uptimeAtReading = machine.uptimeMs();
  let elapsedAtReading = machine.elapsedMs();
  let lastElapsed = elapsedAtReading;
  let served = lastElapsed + offset;

  const databaseMs = () => machine.elapsedMs() + offset;
  return {
    databaseMs,
    now() {
      const elapsed = machine.elapsedMs();
      const target = elapsed + offset;
      served = target >= served ? target : Math.max(target, served + (elapsed - lastElapsed) / 2);
      lastElapsed = elapsed;
      return Math.floor(served);
    },
    after: machine.after,
    take({ databaseMs: said, askedAtMs, answeredAtMs }) {
      const [elapsed, uptime] = [machine.elapsedMs(), machine.uptimeMs()];
      const sleptMs = Math.max(0, uptime - uptimeAtReading - (elapsed - elapsedAtReading));
      uptimeAtReading = uptime;
      elapsedAtReading = elapsed;
      // The database read its clock between these two moments. An offset within them stays, so that slow answers change
      // nothing.
      const [lowest, highest] = [said - answeredAtMs, said - askedAtMs];
      const jumpMs = Math.max(0, lowest - offset - sleptMs);
      offset = Math.min(Math.max(offset, lowest), highest);
      return jumpMs;
    },
  };
}
