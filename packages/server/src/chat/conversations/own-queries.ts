import { sql, type RawBuilder } from 'kysely';
import type { ConversationId, UserId } from '@parley/protocol';
import type { Db } from '../../platform/storage/storage.ts';

/** Lists a person's conversations by id, those after an id. */
export async function listConversationIdsAfter(
  db: Db,
  userId: UserId,
  after: string,
  limit: number,
): Promise<ConversationId[]> {
  const { rows } = await sql<{ conversation_id: ConversationId }>`
    select conversation_id from ${ownConversations(userId, null)}
    where conversation_id > ${after} order by conversation_id limit ${limit}`.execute(db);
  return rows.map((row) => row.conversation_id);
}

/** Returns the subquery `own`: the ids of a person's conversations that are not deleted, or only the given one. */
export function ownConversations(userId: UserId, conversationId: ConversationId | null): RawBuilder<unknown> {
  return sql`(
    select q.conversation_id from conversation_people q join conversations r using (conversation_id)
    where q.user_id = ${userId} and r.deleted_at is null
      ${conversationId === null ? sql`` : sql`and q.conversation_id = ${conversationId}`}) own`;
}

/** Returns an SQL condition for other folders: this person is in this conversation, and it is not deleted. */
export function isInConversation(
  userId: RawBuilder<unknown>,
  conversationId: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return sql`exists (${membership(userId, conversationId)})`;
}

/**
 * Returns the same condition as `isInConversation`, for use beside an `or`. With `offset 0` it is a lookup for each
 * row. Without it the planner may read all conversations of the database into a hash table.
 */
export function isInConversationOfRow(
  userId: RawBuilder<unknown>,
  conversationId: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return sql`exists (${membership(userId, conversationId)} offset 0)`;
}

function membership(userId: RawBuilder<unknown>, conversationId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select from conversation_people q join conversations r using (conversation_id)
    where q.conversation_id = ${conversationId} and q.user_id = ${userId} and r.deleted_at is null`;
}
