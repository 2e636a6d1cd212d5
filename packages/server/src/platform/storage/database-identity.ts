import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from './storage.ts';

/** Resolves to 32 hexadecimal digits that identify this database. A copy under another name has other digits. */
export async function identifyDatabase(db: Db): Promise<string> {
  const identity = (await readIdentity(db)) ?? (await giveIdentity(db));
  return createHash('sha256').update(identity).digest('hex').slice(0, 32);
}

async function readIdentity(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ identity: string }>`
    select database_id || ' ' || current_database() as identity from database_identity`.execute(db);
  return rows[0]?.identity;
}

/** The image that a new embedded database begins with has no identity, since all of them would share it. */
async function giveIdentity(db: Db): Promise<string> {
  const { rows } = await sql<{ identity: string }>`
    insert into database_identity (database_id) values (gen_random_uuid()::text)
    returning database_id || ' ' || current_database() as identity`.execute(db);
  if (rows[0] === undefined) throw new Error('The database could not be given an identity.');
  return rows[0].identity;
}
