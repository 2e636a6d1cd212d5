import { sql } from 'kysely';
import type { ConversationId, UserId } from '@parley/protocol';
import type { Db, Tx } from '../../platform/storage/storage.ts';

/** Lists the conversations that a person is in, was in or opened, deleted ones too, by id after one. */
export async function listRoomsToErase(
  db: Db,
  userId: UserId,
  after: string,
  limit: number,
): Promise<ConversationId[]> {
  const { rows } = await sql<{ conversation_id: ConversationId }>`
    select conversation_id from (
      select conversation_id from conversation_people where user_id = ${userId}
      union select conversation_id from former_people where user_id = ${userId}
      union select conversation_id from conversations where creator_user_id = ${userId}
    ) r
    where conversation_id > ${after} order by conversation_id limit ${limit}`.execute(db);
  return rows.map((row) => row.conversation_id);
}

/** Deletes the title of a conversation if a person gave it, or if nobody knows who did and the person opened the conversation. */
export async function eraseTitleBy(tx: Tx, conversationId: ConversationId, userId: UserId): Promise<boolean> {
  const { rows } = await sql`
    delete from conversation_titles t
    where t.conversation_id = ${conversationId}
      and coalesce((select w.user_id from title_writers w where w.conversation_id = t.conversation_id),
                   (select c.creator_user_id from conversations c where c.conversation_id = t.conversation_id)) = ${userId}
    returning t.conversation_id`.execute(tx);
  return rows.length === 1;
}

/** Deletes that a person is or was in a conversation, and what they set for it. */
export async function eraseStay(tx: Tx, conversationId: ConversationId, userId: UserId): Promise<void> {
  for (const table of ['room_attention', 'conversation_people', 'former_people', 'room_hours'] as const)
    await sql`
      delete from ${sql.table(table)} where conversation_id = ${conversationId} and user_id = ${userId}`.execute(tx);
}

/** Empties what lists show of a deleted conversation, which nobody sees. */
export async function emptyPreviewOfDeleted(tx: Tx, conversationId: ConversationId): Promise<void> {
  await sql`
    update conversations set last_preview = ''
    where conversation_id = ${conversationId} and deleted_at is not null`.execute(tx);
}
