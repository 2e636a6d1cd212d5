import type { Logger } from 'pino';
import type { Clock } from './clock.ts';
import { createDatabaseClock, type ClockReading } from './database-clock.ts';
import type { Machine } from './machine.ts';

/** Keeps the server on the database's time, and decides when time cannot be trusted. See docs/decisions/0032. */
export interface Timekeeper {
  /** The server's clock. */
  readonly clock: Clock;
  /** Returns the machine's wall clock minus the database's clock in milliseconds; 0 with the embedded database. */
  skewMs(): number;
  /** Whether the machine's clock differs too much for this server to be ready. */
  readonly isFarOff: boolean;
  /** Returns whether tasks that erase, expire or fire by time must wait. */
  jobsWait(): boolean;
  /** Runs a query that also returns the database's time, and uses that as a reading. */
  asking<T extends { readonly now: Date } | null>(ask: () => Promise<T>): Promise<T>;
  /** Uses the machine's clock as a reading: the embedded database has the same clock. */
  readMachine(): void;
  /** Receives, at start, the newest time that any server trusted; null if none is known. */
  begin(trustedAt: Date | null): void;
}

export const offMs = 2_000;
export const farOffMs = 30_000;
/** The longest gap without a running server after which the time is still trusted. */
const awayMs = 30 * 60_000;
/** After a jump, the clock is distrusted for this long: time for people or NTP to correct it. */
export const distrustMs = 10 * 60_000;

type Standing = 'right' | 'off' | 'far off';

interface Parts {
  readonly machine: Machine;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** Whether the database uses this machine's clock. */
  readonly isEmbedded: boolean;
  readonly first: ClockReading;
}

export function createTimekeeper({ machine, log, isEmbedded, first }: Parts): Timekeeper {
  const clock = createDatabaseClock(machine, first);
  let standing: Standing = 'right';
  let trustedFrom = -Infinity;
  let wasBehind = false;

  const skewMs = () => (isEmbedded ? 0 : machine.wallMs() - clock.databaseMs());
  const aheadMs = () => clock.now() - clock.databaseMs();
  const distrust = () => (trustedFrom = machine.elapsedMs() + distrustMs);
  const sayStanding = () => {
    const before = standing;
    standing = standingOf(Math.abs(skewMs()), before);
    if (standing !== before) logStanding(log, standing, skewMs() / 1000);
  };
  const sayBehind = () => {
    const isBehind = aheadMs() > farOffMs;
    if (isBehind && !wasBehind)
      log.warn({ seconds: seconds(aheadMs()) }, 'database clock was set back; janitor, expiry and schedules wait');
    wasBehind = isBehind;
  };
  const take = (reading: ClockReading) => {
    const jumpMs = clock.take(reading);
    if (jumpMs > farOffMs) {
      distrust();
      log.warn({ seconds: seconds(jumpMs) }, 'database clock jumped ahead; janitor, expiry and schedules wait');
    }
    sayStanding();
    sayBehind();
  };
  sayStanding();

  return {
    clock,
    skewMs,
    get isFarOff() {
      return standing === 'far off';
    },
    jobsWait: () => standing === 'far off' || machine.elapsedMs() < trustedFrom || aheadMs() > farOffMs,
    async asking(ask) {
      const askedAtMs = machine.elapsedMs();
      const answer = await ask();
      if (answer !== null && !isEmbedded)
        take({ databaseMs: answer.now.getTime(), askedAtMs, answeredAtMs: machine.elapsedMs() });
      return answer;
    },
    readMachine: () => take(readingOf(machine)),
    begin(trustedAt) {
      const gapMs = trustedAt === null ? 0 : clock.databaseMs() - trustedAt.getTime();
      if (gapMs <= awayMs) return;
      distrust();
      log.info({ seconds: seconds(gapMs) }, 'no server ran for a while; janitor, expiry and schedules wait');
    },
  };
}

/** Reads the machine's wall clock. */
export function readingOf(machine: Machine): ClockReading {
  const at = machine.elapsedMs();
  return { databaseMs: machine.wallMs(), askedAtMs: at, answeredAtMs: at };
}

/** Returns a timekeeper with a given clock, such as that of a test. The clock is always trusted. */
export function givenTime(clock: Clock): Timekeeper {
  return {
    clock,
    skewMs: () => 0,
    isFarOff: false,
    jobsWait: () => false,
    asking: (ask) => ask(),
    readMachine: () => undefined,
    begin: () => undefined,
  };
}

/**
 * Returns the new standing. The skew must fall below half of a limit to leave it, so that a clock near the limit does
 * not log repeatedly.
 */
function standingOf(skewMs: number, before: Standing): Standing {
  if (skewMs > (before === 'far off' ? farOffMs / 2 : farOffMs)) return 'far off';
  return skewMs > (before === 'right' ? offMs : offMs / 2) ? 'off' : 'right';
}

function logStanding(log: Parts['log'], standing: Standing, skewSeconds: number): void {
  const skew = { skewSeconds: Math.round(skewSeconds * 10) / 10 };
  if (standing === 'right') log.info(skew, 'machine clock agrees with the database again');
  else if (standing === 'off') log.warn(skew, 'machine clock differs from the database; set it right');
  else log.error(skew, 'machine clock is far off; not ready, and janitor, expiry and schedules wait');
}

const seconds = (ms: number) => Math.round(ms / 1000);
