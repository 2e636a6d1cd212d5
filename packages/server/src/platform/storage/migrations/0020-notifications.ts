import { sql, type Kysely } from 'kysely';

/** Notifications of a message, an approval or a task. A notification refers to it and copies none of its content. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table notifications (
      notification_id text primary key,
      user_id text not null,
      type text not null,
      conversation_id text,
      message_id text,
      approval_id text,
      created_at timestamptz not null,
      read_at timestamptz
    )`.execute(db);
  await sql`create index notifications_user on notifications (user_id, notification_id)`.execute(db);
  await sql`create index notifications_age on notifications using brin (created_at)`.execute(db);
}
