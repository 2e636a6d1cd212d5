import { sql, type Kysely } from 'kysely';

/**
 * Edits and deletions of messages. `messages` has the current text; `message_edits` says that it is not the original,
 * and `message_revisions` has the earlier versions. Tables of their own, because servers of the previous release read
 * `messages` whole.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table message_edits (
      message_id text primary key,
      conversation_id text not null,
      revision integer not null,
      edited_at timestamptz,
      deleted_at timestamptz
    )`.execute(db);
  await sql`create index message_edits_room on message_edits (conversation_id)`.execute(db);
  await sql`
    create table message_revisions (
      message_id text not null,
      revision integer not null,
      conversation_id text not null,
      body text,
      blocks json not null,
      at timestamptz not null,
      primary key (message_id, revision)
    )`.execute(db);
  await sql`create index message_revisions_room on message_revisions (conversation_id)`.execute(db);
}
