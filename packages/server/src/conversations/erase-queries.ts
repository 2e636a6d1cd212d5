import { sql } from 'kysely';
import type { ConversationId } from '@parley/protocol';
import type { Tx } from '../storage/storage.ts';

/** Locks the conversation that was deleted longest ago, and before `before`; null where there is none that nobody else has in hand. */
export async function lockDeletedConversation(tx: Tx, before: Date): Promise<ConversationId | null> {
  const { rows } = await sql<{ conversation_id: ConversationId }>`
    select conversation_id from conversations where deleted_at < ${before}
    order by deleted_at limit 1 for update skip locked`.execute(tx);
  return rows[0]?.conversation_id ?? null;
}

/** Erases a conversation of which nothing is left but the people that were in it. */
export async function eraseConversation(tx: Tx, conversationId: ConversationId): Promise<void> {
  await sql`delete from conversation_people where conversation_id = ${conversationId}`.execute(tx);
  await sql`delete from conversations where conversation_id = ${conversationId}`.execute(tx);
}
