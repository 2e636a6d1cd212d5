import { sql } from 'kysely';
import type { UserId } from '@parley/protocol';
import type { Tx } from '../../platform/storage/storage.ts';

/** Deletes at most `limit` notifications of a person, and returns how many. */
export async function eraseNotificationsOf(tx: Tx, userId: UserId, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from notifications where ctid = any(array(
      select ctid from notifications where user_id = ${userId} limit ${limit}))`.execute(tx);
  return Number(numAffectedRows ?? 0);
}
