import { sql } from 'kysely';
import type { ConversationId, UserId } from '@parley/protocol';
import { countRows } from '../../platform/storage/count-rows.ts';
import { lockName } from '../../platform/storage/lock-name.ts';
import type { Db, Tx } from '../../platform/storage/storage.ts';

/** Counts the conversations that each of these people is in, without deleted ones. People without any are left out. */
export async function countConversationsOfEach(db: Db | Tx, userIds: readonly UserId[]): Promise<Map<UserId, number>> {
  const { rows } = await sql<{ user_id: UserId; count: number }>`
    select p.user_id, count(*)::int as count from conversation_people p join conversations c using (conversation_id)
    where p.user_id = any(${userIds}::text[]) and c.deleted_at is null group by p.user_id`.execute(db);
  return new Map(rows.map((row) => [row.user_id, row.count]));
}

/** Returns the conversations that a person shares with an agent, in the order in which they are locked. */
export async function findConversationsWithAgents(tx: Tx, userId: UserId): Promise<ConversationId[]> {
  const { rows } = await sql<{ conversation_id: ConversationId }>`
    select p.conversation_id from conversation_people p join conversations c using (conversation_id)
    where p.user_id = ${userId} and c.agent_id is not null and c.deleted_at is null
    order by p.conversation_id`.execute(tx);
  return rows.map((row) => row.conversation_id);
}

/** Counts the conversations that are not deleted. */
export function countConversations(db: Db): Promise<number> {
  return countRows(db, sql`conversations where deleted_at is null`, 'conversations');
}

/** Returns whether a conversation exists, also one that was deleted and is not erased yet. */
export async function isKnownConversation(tx: Tx, conversationId: ConversationId): Promise<boolean> {
  const { rows } = await sql`select from conversations where conversation_id = ${conversationId}`.execute(tx);
  return rows.length > 0;
}

/** Counts the conversations that a person has opened, and locks out other openings of this person. */
export async function countOwnConversations(tx: Tx, creatorUserId: UserId): Promise<number> {
  const [, count] = await Promise.all([
    lockName(tx, `rooms of ${creatorUserId}`),
    countConversationsOfCreator(tx, creatorUserId),
  ]);
  return count;
}

/** Counts the conversations that a person has opened and that are not deleted. */
export async function countConversationsOfCreator(tx: Tx, creatorUserId: UserId): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from conversations where creator_user_id = ${creatorUserId} and deleted_at is null`.execute(
    tx,
  );
  return rows[0]?.count ?? 0;
}
