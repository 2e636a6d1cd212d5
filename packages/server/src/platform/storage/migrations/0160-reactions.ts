import { sql, type Kysely } from 'kysely';

/** Reactions of people to messages. `position` gives the order in which the kinds of a message are shown. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table reactions (
      message_id text not null,
      user_id text not null,
      emoji text not null,
      conversation_id text not null,
      position bigint generated always as identity,
      primary key (message_id, user_id, emoji)
    )`.execute(db);
  await sql`create index reactions_room on reactions (conversation_id)`.execute(db);
}
