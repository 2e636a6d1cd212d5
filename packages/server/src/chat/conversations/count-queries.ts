import { sql } from 'kysely';
import type { UserId } from '@parley/protocol';
import type { Db } from '../../platform/storage/storage.ts';

/** Counts the conversations that each of these people is in, without deleted ones. People without any are left out. */
export async function countConversationsOfEach(db: Db, userIds: readonly UserId[]): Promise<Map<UserId, number>> {
  const { rows } = await sql<{ user_id: UserId; count: number }>`
    select p.user_id, count(*)::int as count from conversation_people p join conversations c using (conversation_id)
    where p.user_id = any(${userIds}::text[]) and c.deleted_at is null group by p.user_id`.execute(db);
  return new Map(rows.map((row) => [row.user_id, row.count]));
}
