import { sql } from 'kysely';
import type { ConversationId } from '@parley/protocol';
import type { Db, Tx } from '../../platform/storage/storage.ts';

/** Erases at most `limit` invocations that ended before `before`, and returns how many. */
export async function eraseOverInvocations(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from invocations where ctid = any(array(
      select ctid from invocations where ended_at < ${before}
      order by ended_at limit ${limit} for update skip locked))`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Erases at most `limit` invocations of a conversation, and returns how many. */
export async function eraseInvocationsOfConversation(
  tx: Tx,
  conversationId: ConversationId,
  limit: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from invocations where ctid = any(array(
      select ctid from invocations where conversation_id = ${conversationId} limit ${limit} for update))`.execute(tx);
  return Number(numAffectedRows ?? 0);
}
