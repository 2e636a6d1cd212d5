import { sql } from 'kysely';
import type { Db, Storage } from './storage.ts';

export type LongTransactionMode = 'read committed' | 'repeatable read, read only';

/**
 * Runs `work` in one transaction without timeouts, which commits when it resolves and rolls back when it rejects. The
 * timeouts of PostgreSQL are lifted inside the transaction, so that a pooler may lend the session to others afterwards.
 */
export function longTransaction<T>(
  storage: Pick<Storage, 'withoutTimeouts'>,
  mode: LongTransactionMode,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  return storage.withoutTimeouts(async (db) => {
    await sql`begin transaction isolation level ${sql.raw(mode)}`.execute(db);
    try {
      await sql`set local statement_timeout = 0`.execute(db);
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(db);
      const result = await work(db);
      await sql`commit`.execute(db);
      return result;
    } catch (error) {
      await sql`rollback`.execute(db).catch(() => undefined);
      throw error;
    }
  });
}
