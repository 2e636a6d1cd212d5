import { sql } from 'kysely';
import type { ConversationId, UserId } from '@parley/protocol';
import { countRows } from '../../platform/storage/count-rows.ts';
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
