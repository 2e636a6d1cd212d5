import { sql, type RawBuilder } from 'kysely';
import type { ConversationId, UserId } from '@parley/protocol';
import type { Db } from '../../platform/storage/storage.ts';

/** Returns all conversations of a person that have messages, with the time of the last one, newest first. */
export async function findSpokenConversations(
  db: Db,
  userId: UserId,
): Promise<{ readonly conversation_id: ConversationId; readonly last_message_at: Date }[]> {
  const { rows } = await sql<{ conversation_id: ConversationId; last_message_at: Date }>`
    select c.conversation_id, c.last_message_at
    from conversation_people p join conversations c using (conversation_id)
    where p.user_id = ${userId} and c.deleted_at is null and c.last_message_at is not null
    order by c.last_message_at desc, c.conversation_id`.execute(db);
  return rows;
}

/** Returns an SQL condition: this conversation is not deleted. */
export function isThere(conversationId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`exists (select from conversations r where r.conversation_id = ${conversationId} and r.deleted_at is null)`;
}

/**
 * Returns a subquery: which of these conversations have messages beyond the `seq` that `reachedIn` gives for one, with
 * that `seq` as `reached`. Leaves out deleted conversations.
 */
export function spokenBeyond(
  conversationIds: readonly ConversationId[],
  reachedIn: (conversationId: RawBuilder<unknown>) => RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`(
    select c.conversation_id, s.reached
    from conversations c cross join lateral (select ${reachedIn(sql`c.conversation_id`)} as reached) s
    where c.conversation_id = any(${conversationIds}::text[]) and c.deleted_at is null and c.last_seq > s.reached)`;
}
