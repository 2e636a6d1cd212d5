import { sql, type RawBuilder } from 'kysely';
import { lowestId } from '@parley/protocol';
import { isThere } from '../conversations/spoken-queries.ts';
import type { Db } from '../../platform/storage/storage.ts';
import type { MessageRow } from '../conversations/message-row.ts';
import { writeWords } from './lexemes.ts';
import { shelvedTexts } from './texts.ts';

/**
 * Returns the part of the statement that inserts messages which also inserts their words, so that search finds them at
 * once.
 */
export function indexed(messages: readonly MessageRow[]): RawBuilder<unknown> {
  return sql`
    indexed as (
      insert into message_words (message_id, conversation_id, created_at, words)
      select w.message_id, w.conversation_id, w.created_at, w.words::tsvector
      from unnest(
        ${messages.map((m) => m.message_id)}::text[], ${messages.map((m) => m.conversation_id)}::text[],
        ${messages.map((m) => m.created_at)}::timestamptz[],
        ${messages.map(wordsOf)}::text[]
      ) as w (message_id, conversation_id, created_at, words)
      on conflict (message_id) do nothing
    )`;
}

/** Returns the same part for messages of another part of the statement, which has their words. */
export function indexedFrom(source: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    indexed as (
      insert into message_words (message_id, conversation_id, created_at, words)
      select message_id, conversation_id, created_at, words::tsvector from ${source}
    )`;
}

/** Returns the words of a message, as `indexedFrom` expects them. */
export function wordsOf(message: MessageRow): string {
  return writeWords(message.conversation_id, shelvedTexts(message));
}

/** Servers of the previous release may still be committing messages with ids of this age or less. */
const settledMs = 10 * 60_000;

/**
 * Adds words to at most `limit` messages without any: those from before the index, and those of servers of the previous
 * release. Resolves to the number of messages examined. It passes once over all messages by id, and skips deleted
 * conversations, which are being erased.
 */
export async function indexOld(db: Db, now: Date, limit: number): Promise<number> {
  const { rows } = await sql<MessageRow & { readonly is_missed: boolean }>`
    select m.*,
           not exists (select from message_words w where w.message_id = m.message_id)
             and ${isThere(sql`m.conversation_id`)} as is_missed
    from messages m
    where m.message_id > (select message_id from message_words_progress)
      and m.message_id < ${lowestId('message', now.getTime() - settledMs)}
    order by m.message_id limit ${limit}`.execute(db);
  const last = rows.at(-1);
  if (last === undefined) return 0;
  await sql`
    with ${indexed(rows.filter((row) => row.is_missed))}
    update message_words_progress set message_id = ${last.message_id} where message_id < ${last.message_id}`.execute(
    db,
  );
  return rows.length;
}

/** Flushes the pending list of the word index. Inserts continue meanwhile; a concurrent flush waits. */
export async function sortWords(db: Db): Promise<void> {
  await sql`select gin_clean_pending_list('message_words_words')`.execute(db);
}
