import type { Pool } from 'pg';
import { firstWithin } from '../time/first-within.ts';
import { createQueryBuilder } from './query-builder.ts';
import { watchOutages, type OutageWatch } from './watch-outages.ts';
import type { Db, Storage, StorageLog } from './storage.ts';

interface Parts {
  kind: Storage['kind'];
  pool: Pool;
  log?: StorageLog | undefined;
  /** Closes what lies behind the pool, after the pool has ended. */
  closeBehind?: () => Promise<void>;
}

const READY_WITHIN_MS = 2_000;
const END_WITHIN_MS = 10_000;

/** Puts the query builder and the life cycle around a driver pool. */
export function assembleStorage({ kind, pool, log, closeBehind }: Parts): Storage {
  const outages = watchOutages({ log, answers: () => answersInTime(pool) });
  surviveLostConnections(pool, outages);
  const { onTrouble, ...builder } = createQueryBuilder(pool);
  onTrouble(outages.suspect);
  let closing: Promise<void> | undefined;
  return {
    ...builder,
    kind,
    pool,
    withoutTimeouts: (work) => builder.db.connection().execute((connection) => work(connection as Db)),
    ready: () => answersInTime(pool),
    close() {
      outages.stop();
      return (closing ??= close(pool, closeBehind, log));
    },
  };
}

/**
 * The pool listens for errors only while a client is idle. One that breaks between two statements of a transaction
 * would otherwise raise an unheard `error` event, and with it end the process; its next statement tells the caller.
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
