import { sql } from 'kysely';
import type { Db, Storage } from '../../platform/storage/storage.ts';

/**
 * Runs `work` on one snapshot of a database that others may write to. An embedded database has one connection, so its
 * caller gives a copy of it.
 */
export function withSnapshot<T>(storage: Pick<Storage, 'withoutTimeouts'>, work: (db: Db) => Promise<T>): Promise<T> {
  return inTransaction(storage, 'isolation level repeatable read, read only', work);
}

/** Runs `work` in one transaction without timeouts, which commits when it resolves. */
export function withLongTransaction<T>(
  storage: Pick<Storage, 'withoutTimeouts'>,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  return inTransaction(storage, 'isolation level read committed', work);
}

function inTransaction<T>(
  storage: Pick<Storage, 'withoutTimeouts'>,
  mode: string,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  return storage.withoutTimeouts(async (db) => {
    await sql`begin transaction ${sql.raw(mode)}`.execute(db);
    try {
      await fixFormats(db);
      const result = await work(db);
      await sql`commit`.execute(db);
      return result;
    } catch (error) {
      await sql`rollback`.execute(db).catch(() => undefined);
      throw error;
    }
  });
}

/** Values are written as text, so nothing may depend on how a database or a role is set up. */
async function fixFormats(db: Db): Promise<void> {
  await sql`
    select set_config('datestyle', 'ISO, YMD', true), set_config('intervalstyle', 'postgres', true),
           set_config('timezone', 'UTC', true), set_config('bytea_output', 'hex', true),
           set_config('extra_float_digits', '1', true), set_config('xmloption', 'content', true)`.execute(db);
}
