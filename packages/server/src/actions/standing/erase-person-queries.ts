import { sql } from 'kysely';
import type { UserId } from '@parley/protocol';
import type { Tx } from '../../platform/storage/storage.ts';

/** Erases the bounds of at most `limit` standing grants of a person, which are ended, and the arguments of all their uses. */
export async function eraseBoundsOfGrants(tx: Tx, userId: UserId, limit: number): Promise<number> {
  const { rows } = await sql<{ grant_id: string }>`
    update standing_grants set asked = '', members = '[]', equal = '[]', bounds = '[]'
    where grant_id = any(array(
      select grant_id from standing_grants where user_id = ${userId} and asked <> '' limit ${limit}))
    returning grant_id`.execute(tx);
  await sql`
    update standing_grant_uses set arguments = '{}', amounts = '[]'
    where grant_id = any(${rows.map((row) => row.grant_id)}::text[])`.execute(tx);
  return rows.length;
}
