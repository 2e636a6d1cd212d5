import { sql, type Kysely } from 'kysely';

/**
 * The words of each message, for search. Each word is prefixed with the end of the conversation's id, so that the index
 * finds hits in one conversation, however many others have the word. `message_words_progress` is the message up to
 * which a background task has added missing words.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table message_words (
      message_id text primary key,
      conversation_id text not null,
      created_at timestamptz not null,
      words tsvector not null
    )`.execute(db);
  await sql`
    create index message_words_words on message_words using gin (words) with (gin_pending_list_limit = 256)`.execute(
    db,
  );
  await sql`create table message_words_progress (is_only boolean primary key default true check (is_only), message_id text not null)`.execute(
    db,
  );
  await sql`insert into message_words_progress (message_id) values ('')`.execute(db);
}
