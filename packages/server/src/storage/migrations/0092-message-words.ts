import { sql, type Kysely } from 'kysely';

/**
 * The words of each message, for search. Each begins with the end of its room's id, so that the index is asked for what stands in
 * that room, however much stands in others. What waits to be sorted into the index is kept short: whoever fills it up sorts it in.
 *
 * `message_words_progress` says up to which message it was looked whether the words are there: messages of the time before, and those
 * of servers of the release before, get theirs in the background.
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
