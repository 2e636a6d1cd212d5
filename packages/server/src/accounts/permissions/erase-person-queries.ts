import { sql } from 'kysely';
import type { UserId } from '@parley/protocol';
import type { Tx } from '../../platform/storage/storage.ts';

/** Deletes at most `limit` relations of a person to agents: what they granted, muted and blocked. Returns how many. */
export async function eraseMembershipsOfPerson(tx: Tx, userId: UserId, limit: number): Promise<number> {
  await sql`delete from agent_attention where user_id = ${userId}`.execute(tx);
  const { numAffectedRows } = await sql`
    delete from memberships where ctid = any(array(
      select ctid from memberships where user_id = ${userId} limit ${limit}))`.execute(tx);
  return Number(numAffectedRows ?? 0);
}
