import { sql, type RawBuilder } from 'kysely';
import type { UserId } from '@parley/protocol';
import { isHeld, isHeldConversation } from '../../accounts/holds/hold-queries.ts';
import type { Tx } from '../../platform/storage/storage.ts';
import { isInConversation } from '../conversations/own-queries.ts';

/** Returns whether a hold is on a person, or on a conversation that they are in or wrote in. */
export async function isUnderHold(tx: Tx, userId: UserId): Promise<boolean> {
  const person = sql`${userId}::text`;
  const { rows } = await sql<{ held: boolean }>`
    select ${isHeld(person)} or ${isHeldConversation(
      (conversationId) => sql`(${isInConversation(person, conversationId)} or ${hasWrittenIn(person, conversationId)})`,
    )} as held`.execute(tx);
  return rows[0]?.held ?? false;
}

/** Returns an SQL condition: this person wrote a message in this conversation. */
export function hasWrittenIn(userId: RawBuilder<unknown>, conversationId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`coalesce((
    select true from messages m where m.conversation_id = ${conversationId} and m.author_id = ${userId} limit 1), false)`;
}
