import { sql } from 'kysely';
import type { ConversationId } from '@parley/protocol';
import type { Db, Tx } from '../../platform/storage/storage.ts';

/**
 * Erases at most `limit` approvals that ended before `before` and were applied to their invocation. Returns how many.
 */
export async function eraseOverApprovals(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from approvals where ctid = any(array(
      select ctid from approvals where collected_at is not null and resolved_at < ${before}
      order by resolved_at limit ${limit} for update skip locked))`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Erases at most `limit` approvals of a conversation, and returns how many. */
export async function eraseApprovalsOfConversation(
  tx: Tx,
  conversationId: ConversationId,
  limit: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from approvals where ctid = any(array(
      select ctid from approvals where conversation_id = ${conversationId} limit ${limit} for update))`.execute(tx);
  return Number(numAffectedRows ?? 0);
}
