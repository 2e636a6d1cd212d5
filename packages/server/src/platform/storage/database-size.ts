import { sql } from 'kysely';
import type { Db } from './storage.ts';

/** Returns the size of the database on its disk in bytes. The database adds up the sizes of its files. */
export async function readDatabaseBytes(db: Db): Promise<number> {
  const { rows } = await sql<{ bytes: string }>`
    select pg_database_size(current_database())::text as bytes`.execute(db);
  return Number(rows[0]?.bytes ?? NaN);
}
