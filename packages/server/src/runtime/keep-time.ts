import type { Logger } from 'pino';
import { beginTime, noteTime, readDatabaseTime } from '../platform/storage/server-time.ts';
import type { Storage } from '../platform/storage/storage.ts';
import type { Cancel, Clock } from '../platform/time/clock.ts';
import type { ClockReading } from '../platform/time/database-clock.ts';
import type { Machine } from '../platform/time/machine.ts';
import { createTimekeeper, givenTime, readingOf, type Timekeeper } from '../platform/time/timekeeper.ts';

/**
 * Interval of clock readings with the embedded database, which uses the machine's clock. With PostgreSQL each lease
 * renewal brings one.
 */
const readMs = 2_000;
const noteMs = 60_000;

interface TimeParts {
  readonly storage: Storage;
  readonly log: Logger;
  readonly machine: Machine;
}

/** Creates the timekeeper of a server, for the given clock or for the clock of the database. */
export async function openTime({ storage, log, machine }: TimeParts, given: Clock | undefined): Promise<Timekeeper> {
  if (given !== undefined) return givenTime(given);
  const isEmbedded = storage.kind === 'pglite';
  return createTimekeeper({
    machine,
    log,
    isEmbedded,
    first: isEmbedded ? readingOf(machine) : await ask(storage, machine),
  });
}

/** The running timekeeping of a server. */
export interface TimeKept {
  /** Whether servers used a later time before. Their timestamps were moved back. */
  readonly wasAhead: boolean;
  stop(): void;
}

/** Used by a server with a given clock, which keeps no time. */
export const timeGiven: TimeKept = { wasAhead: false, stop: () => undefined };

/** Starts timekeeping in a migrated database, which records the latest time that servers have used. */
export async function keepTime({ storage, log, machine }: TimeParts, timekeeper: Timekeeper): Promise<TimeKept> {
  const { clock } = timekeeper;
  const now = () => new Date(clock.now());
  const { trustedAt, wasAhead } = await storage.transaction((tx) => beginTime(tx, now()));
  if (wasAhead) log.warn('times were ahead of the clock; moved them back');
  timekeeper.begin(trustedAt);
  const note = () =>
    noteTime(storage.db, now(), !timekeeper.jobsWait()).catch((error: unknown) =>
      log.debug({ err: error }, 'could not note the time'),
    );
  await note();
  let waited = timekeeper.jobsWait();
  const read = () => {
    timekeeper.readMachine();
    const waits = timekeeper.jobsWait();
    // Timestamps written from now on may have to be moved back at the next start.
    if (waits && !waited) void note();
    waited = waits;
  };
  const ends = [every(machine, noteMs, () => void note())];
  if (storage.kind === 'pglite') ends.push(every(machine, readMs, read));
  return {
    wasAhead,
    stop() {
      for (const end of ends) end();
    },
  };
}

async function ask(storage: Storage, machine: Machine): Promise<ClockReading> {
  const askedAtMs = machine.elapsedMs();
  const { now } = await readDatabaseTime(storage.db);
  return { databaseMs: now.getTime(), askedAtMs, answeredAtMs: machine.elapsedMs() };
}

function every({ after }: Pick<Machine, 'after'>, ms: number, work: () => void): Cancel {
  let cancel = after(ms, function again() {
    cancel = after(ms, again);
    work();
  });
  return () => cancel();
}
