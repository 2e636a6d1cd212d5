import { sql, type Kysely } from 'kysely';

/**
 * Conversations that a person pinned or archived. `archived_seq` is the last message when it was archived: a newer one
 * unarchives it, so no message has to write here.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table room_attention add column pinned boolean not null default false`.execute(db);
  await sql`alter table room_attention add column archived_seq integer`.execute(db);
  await sql`create index room_attention_pinned on room_attention (user_id) where pinned`.execute(db);
  await sql`create index room_attention_archived on room_attention (user_id) where archived_seq is not null`.execute(
    db,
  );
}
