import { sql } from 'kysely';
import { longTransaction, type LongTransactionMode } from '../../platform/storage/long-transaction.ts';
import type { Db, Storage } from '../../platform/storage/storage.ts';

/**
 * Runs `work` on one snapshot of a database that others may write to. An embedded database has one connection, so its
 * caller gives a copy of it.
 */
export function withSnapshot<T>(storage: Pick<Storage, 'withoutTimeouts'>, work: (db: Db) => Promise<T>): Promise<T> {
  return withFormats(storage, 'repeatable read, read only', work);
}

/** Runs `work` in one transaction without timeouts, which commits when it resolves. */
export function withLongTransaction<T>(
  storage: Pick<Storage, 'withoutTimeouts'>,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  return withFormats(storage, 'read committed', work);
}

function withFormats<T>(
  storage: Pick<Storage, 'withoutTimeouts'>,
  mode: LongTransactionMode,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  return longTransaction(storage, mode, async (db) => {
    await fixFormats(db);
    return work(db);
  });
}

/** Values are written as text, so nothing may depend on how a database or a role is set up. */
async function fixFormats(db: Db): Promise<void> {
  await sql`
    select set_config('datestyle', 'ISO, YMD', true), set_config('intervalstyle', 'postgres', true),
           set_config('timezone', 'UTC', true), set_config('bytea_output', 'hex', true),
           set_config('extra_float_digits', '1', true), set_config('xmloption', 'content', true)`.execute(db);
}
