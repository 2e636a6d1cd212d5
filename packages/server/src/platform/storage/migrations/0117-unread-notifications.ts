import { sql, type Kysely } from 'kysely';

/**
 * Reading a conversation marks its notifications as read. Without this index each read would scan all notifications of
 * the person.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index notifications_unread on notifications (user_id, conversation_id) where read_at is null`.execute(db);
}
