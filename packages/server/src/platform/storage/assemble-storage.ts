import type { Pool } from 'pg';
import { firstWithin } from '../time/first-within.ts';
import { createQueryBuilder } from './query-builder.ts';
import { watchOutages, type OutageWatch } from './watch-outages.ts';
import { watchWrites, type WriteWatch } from './watch-writes.ts';
import type { StorageLog } from './storage-log.ts';
import type { Db, Storage } from './storage.ts';

interface Parts {
  kind: Storage['kind'];
  pool: Pool;
  log?: StorageLog | undefined;
  /** The write watch of another storage over the same database. Default: a new one. */
  writes?: WriteWatch | undefined;
  /** Called after the pool has ended, to close what it connects to. */
  closeBehind?: () => Promise<void>;
}

const READY_WITHIN_MS = 2_000;
const END_WITHIN_MS = 10_000;

/** Builds a storage from a driver pool: adds the query builder and the shutdown. */
export function assembleStorage({ kind, pool, log, writes = watchWrites(pool, log), closeBehind }: Parts): Storage {
  const outages = watchOutages({ log, answers: () => answersInTime(pool) });
  surviveLostConnections(pool, outages);
  const { onTrouble, ...builder } = createQueryBuilder(pool, writes);
  onTrouble(outages.suspect);
  let closing: Promise<void> | undefined;
  return {
    ...builder,
    kind,
    pool,
    writes,
    unsafeSettings: [],
    withoutTimeouts: (work) => builder.db.connection().execute((connection) => work(connection as Db)),
    ready: () => answersInTime(pool),
    close() {
      outages.stop();
      writes.stop();
      return (closing ??= close(pool, closeBehind, log));
    },
  };
}

/**
 * The pool handles errors of idle clients only. A client that breaks between two statements of a transaction emits an
 * `error` event, which would end the process if nothing listened. Its next statement reports the failure to the caller.
 */
function surviveLostConnections(pool: Pool, outages: OutageWatch): void {
  pool.on('error', outages.suspect);
  pool.on('connect', (client) => client.on('error', () => undefined));
}

async function answersInTime(pool: Pool): Promise<boolean> {
  const answer = pool.query('select 1').then(
    () => true,
    () => false,
  );
  return firstWithin(READY_WITHIN_MS, answer, false);
}

async function close(pool: Pool, closeBehind: Parts['closeBehind'], log: StorageLog | undefined): Promise<void> {
  const ended = await firstWithin(
    END_WITHIN_MS,
    pool.end().then(() => true),
    false,
  );
  if (!ended) log?.warn({ kind: 'storage' }, 'Closing the database although a connection is still in use');
  await closeBehind?.();
}
