import { sql, type RawBuilder } from 'kysely';
import { lowestId, type ConversationId, type MessageId } from '@parley/protocol';
import { ownerOf } from '../agents/queries.ts';
import { isThere } from '../conversations/spoken-queries.ts';
import type { Db } from '../storage/storage.ts';
import type { MessageRow } from './message-row.ts';
import { writeWords } from './lexemes.ts';
import { shelvedTexts } from './texts.ts';

/** Part of the statement that writes messages: their words, by which they are found as soon as they are there. */
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

/** The same of what is in another part of the statement, which has the words ready. */
export function indexedFrom(source: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    indexed as (
      insert into message_words (message_id, conversation_id, created_at, words)
      select message_id, conversation_id, created_at, words::tsvector from ${source}
    )`;
}

/** The words of a message, as `indexedFrom` takes them. */
export function wordsOf(message: MessageRow): string {
  return writeWords(message.conversation_id, shelvedTexts(message));
}

/** Servers of the release before may still be about to commit what has an id from so long ago. */
const settledMs = 10 * 60_000;

/**
 * Gives at most `limit` messages their words that have none: those from before there were any, and those of servers of the release
 * before; resolves to how many were looked at. It goes through the messages by their ids, once. Those of deleted conversations get none,
 * for they may be being erased.
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

/** Sorts what waits for it into the index of words. Others write meanwhile; who sorts as well waits. */
export async function sortWords(db: Db): Promise<void> {
  await sql`select gin_clean_pending_list('message_words_words')`.execute(db);
}

/** A conversation in which is looked, by what. */
export interface Lookup {
  readonly conversationId: ConversationId;
  /** For what everyone in the conversation reads. */
  readonly query: string;
  /** For what the owner of an agent reads too; null where the reader has none. */
  readonly ownerQuery: string | null;
}

/** A message that may have all that is asked for. */
export interface Candidate {
  readonly message_id: MessageId;
  readonly created_at: Date;
}

/** The newest messages below a place that may have what is looked for, at most `limit`. */
export async function findCandidates(
  db: Db,
  search: {
    readonly lookups: readonly Lookup[];
    readonly userId: string;
    readonly below: readonly [at: string, id: string] | null;
    readonly limit: number;
  },
): Promise<Candidate[]> {
  const { lookups, userId, below, limit } = search;
  const owner = ownerOf(sql`(select m.author_id from messages m where m.message_id = w.message_id)`);
  const isBelow = below ? sql`and (w.created_at, w.message_id) < (${below[0]}::timestamptz, ${below[1]}::text)` : sql``;
  const { rows } = await sql<Candidate>`
    select f.message_id, f.created_at
    from unnest(
      ${lookups.map((l) => l.conversationId)}::text[], ${lookups.map((l) => l.query)}::text[],
      ${lookups.map((l) => l.ownerQuery ?? l.query)}::text[]
    ) as l (conversation_id, query, owner_query)
    cross join lateral (
      select w.message_id, w.created_at from message_words w
      where w.words @@ l.owner_query::tsquery and w.conversation_id = l.conversation_id ${isBelow}
        and (l.query = l.owner_query or w.words @@ l.query::tsquery or ${owner} = ${userId})
      order by w.created_at desc, w.message_id desc limit ${limit}
    ) f
    order by f.created_at desc, f.message_id desc limit ${limit}`.execute(db);
  return rows;
}
