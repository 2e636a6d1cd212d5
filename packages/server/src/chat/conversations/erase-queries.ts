import { sql, type RawBuilder } from 'kysely';
import type { ConversationId } from '@parley/protocol';
import type { Tx } from '../../platform/storage/storage.ts';

/**
 * Locks the conversation that was deleted first, if that was before `before`. Skips locked rows and those that `isKept`;
 * returns null if there is no other.
 */
export async function lockDeletedConversation(
  tx: Tx,
  before: Date,
  isKept: (conversationId: RawBuilder<unknown>) => RawBuilder<boolean>,
): Promise<ConversationId | null> {
  const { rows } = await sql<{ conversation_id: ConversationId }>`
    select c.conversation_id from conversations c
    where c.deleted_at < ${before} and not ${isKept(sql.ref('c.conversation_id'))}
    order by c.deleted_at limit 1 for update skip locked`.execute(tx);
  return rows[0]?.conversation_id ?? null;
}

/** Deletes a conversation and its members. Its other rows must be erased before. */
export async function eraseConversation(tx: Tx, conversationId: ConversationId): Promise<void> {
  await sql`delete from conversation_people where conversation_id = ${conversationId}`.execute(tx);
  await sql`delete from conversations where conversation_id = ${conversationId}`.execute(tx);
}
