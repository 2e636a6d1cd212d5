import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from './storage.ts';

/** Returns 32 hexadecimal digits that identify this database. A copy under another name has other digits. */
export async function readDatabaseIdentity(db: Db): Promise<string> {
  const { rows } = await sql<{ identity: string }>`
    select database_id || ' ' || current_database() as identity from database_identity`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('The database has no identity: its row in database_identity is missing.');
  return createHash('sha256').update(row.identity).digest('hex').slice(0, 32);
}
