import { sql, type RawBuilder } from 'kysely';
import type { ConversationId, HoldTarget, UserId } from '@parley/protocol';
import type { Db, Tx } from '../../platform/storage/storage.ts';

/** A legal hold: what a person or a conversation wrote is neither purged nor erased. */
export interface HoldRow {
  readonly target_id: UserId | ConversationId;
  readonly target_type: HoldTarget;
  readonly reason: string;
  readonly created_by: UserId;
  readonly created_at: Date;
}

/** Places a hold, or replaces the reason of the one that is there. */
export async function putHold(tx: Tx, hold: HoldRow): Promise<void> {
  await sql`
    insert into holds (target_id, target_type, reason, created_by, created_at)
    values (${hold.target_id}, ${hold.target_type}, ${hold.reason}, ${hold.created_by}, ${hold.created_at})
    on conflict (target_id) do update set reason = excluded.reason`.execute(tx);
}

/** Ends a hold. Returns false if there is none. */
export async function deleteHold(tx: Tx, targetId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from holds where target_id = ${targetId}`.execute(tx);
  return Number(numAffectedRows ?? 0) > 0;
}

/** Returns the holds, the newest first. */
export async function listHolds(db: Db): Promise<HoldRow[]> {
  const { rows } = await sql<HoldRow>`select * from holds order by created_at desc, target_id`.execute(db);
  return rows;
}

/** Returns whether a hold is on a target. */
export async function hasHold(tx: Tx, targetId: string): Promise<boolean> {
  const { rows } = await sql`select from holds where target_id = ${targetId}`.execute(tx);
  return rows.length > 0;
}

/** Counts the holds other than that of a target. */
export async function countOtherHolds(tx: Tx, targetId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from holds where target_id <> ${targetId}`.execute(tx);
  return rows[0]?.count ?? 0;
}

/**
 * Returns an SQL condition: a hold is on one of these targets. Ids may be null. As a scalar subquery it is an index lookup
 * for each row, and never makes the planner read all rows for a join.
 */
export function isHeld(...targetIds: readonly RawBuilder<unknown>[]): RawBuilder<boolean> {
  return someHold(sql`h.target_id in (${sql.join(targetIds)})`);
}

/** Returns an SQL condition: a hold is on a person for whom `hasWritten` holds. */
export function isHeldPerson(hasWritten: (userId: RawBuilder<unknown>) => RawBuilder<boolean>): RawBuilder<boolean> {
  return someHold(sql`h.target_type = 'user' and ${hasWritten(sql.ref('h.target_id'))}`);
}

/** Returns an SQL condition: a hold is on a conversation for which `isMeant` holds. */
export function isHeldConversation(
  isMeant: (conversationId: RawBuilder<unknown>) => RawBuilder<boolean>,
): RawBuilder<boolean> {
  return someHold(sql`h.target_type = 'conversation' and ${isMeant(sql.ref('h.target_id'))}`);
}

function someHold(condition: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`coalesce((select true from holds h where ${condition} limit 1), false)`;
}
