import { sql } from 'kysely';
import type { ConversationId, UserId } from '@parley/protocol';
import type { Tx } from '../../platform/storage/storage.ts';

/** Deletes what a person chose in a conversation, and how they reacted. */
export async function eraseChoicesOf(tx: Tx, conversationId: ConversationId, userId: UserId): Promise<void> {
  await sql`delete from choices where conversation_id = ${conversationId} and user_id = ${userId}`.execute(tx);
  await sql`delete from reactions where conversation_id = ${conversationId} and user_id = ${userId}`.execute(tx);
}
