import { sql, type RawBuilder } from 'kysely';
import { lowestId, type ConversationId } from '@parley/protocol';
import { isThere, spokenBeyond } from '../conversations/spoken-queries.ts';
import { lockName } from '../../platform/storage/lock-name.ts';
import { readPageRows } from '../../platform/storage/page-rows.ts';
import type { Db, Storage, Tx } from '../../platform/storage/storage.ts';
import type { MessageRow } from '../conversations/message-row.ts';
import { writeWords } from './lexemes.ts';
import { messageBytes } from './queries.ts';
import { textsByAudience } from './texts.ts';

type Words = Pick<MessageRow, 'message_id' | 'conversation_id' | 'created_at' | 'body' | 'blocks'>;
type WordStorage = Pick<Storage, 'db' | 'transactionWithLast'>;

/** Messages that `indexNewest` adds at once. */
const batchMax = 500;

/**
 * Adds the words of at most 500 messages to the search index: those after the last indexed message of their
 * conversation, in the order of `seq`. Resolves to whether more may be left.
 */
export async function indexNewest(storage: WordStorage, conversationIds: readonly ConversationId[]): Promise<boolean> {
  const { rows, isCut } = await readPageRows<Words>(storage.db, {
    select: sql`
      select m.message_id, m.conversation_id, m.seq, m.created_at, m.body, m.blocks
      from ${behind(conversationIds)}
      cross join lateral (
        select * from messages m where m.conversation_id = c.conversation_id and m.seq > c.reached
        order by m.seq limit ${batchMax}
      ) m
      order by m.conversation_id, m.seq limit ${batchMax}`,
    order: sql`conversation_id, seq`,
    bytes: messageBytes,
  });
  await insertWords(storage, rows);
  return isCut || rows.length === batchMax;
}

/** Adds the words of all messages of a conversation that are not indexed yet. */
export async function indexConversation(storage: WordStorage, conversationId: ConversationId): Promise<void> {
  while (await indexNewest(storage, [conversationId]));
}

/**
 * Writes the words of a changed message in the transaction that changes it. The indexer never replaces a row, so it
 * cannot add the words that it read before. The messages before it must be indexed already (`indexConversation`),
 * because the index of a conversation continues after the newest row.
 */
export async function replaceWords(tx: Tx, message: Words): Promise<void> {
  const words = writeWords(message.conversation_id, textsByAudience(message));
  await sql`
    insert into message_words (message_id, conversation_id, created_at, words)
    values (${message.message_id}, ${message.conversation_id}, ${message.created_at}, ${words}::tsvector)
    on conflict (message_id) do update set words = excluded.words`.execute(tx);
}

/** Erases the words of these messages. The same holds for the messages before them. */
export async function emptyWords(
  tx: Tx,
  messages: readonly Pick<Words, 'message_id' | 'conversation_id' | 'created_at'>[],
): Promise<void> {
  await sql`
    insert into message_words (message_id, conversation_id, created_at, words)
    select m.message_id, m.conversation_id, m.created_at, ''::tsvector
    from unnest(
      ${messages.map((m) => m.message_id)}::text[], ${messages.map((m) => m.conversation_id)}::text[],
      ${messages.map((m) => m.created_at)}::timestamptz[]
    ) as m (message_id, conversation_id, created_at)
    on conflict (message_id) do update set words = excluded.words`.execute(tx);
}

/** Returns which of these conversations have messages that are not indexed yet. */
export async function findBehind(db: Db, conversationIds: readonly ConversationId[]): Promise<ConversationId[]> {
  const { rows } = await sql<{ conversation_id: ConversationId }>`
    select c.conversation_id from ${behind(conversationIds)}`.execute(db);
  return rows.map((row) => row.conversation_id);
}

/** Returns `c`: these conversations, as far as they have messages after the last indexed one, and the `seq` of that. */
function behind(conversationIds: readonly ConversationId[]): RawBuilder<unknown> {
  const lastIndexed = (conversationId: RawBuilder<unknown>) => sql`coalesce((
    select m.seq from message_words w join messages m using (message_id)
    where w.conversation_id = ${conversationId} order by w.created_at desc, w.message_id desc limit 1), 0)`;
  return sql`${spokenBeyond(conversationIds, lastIndexed)} c`;
}

/** Servers may still be committing messages with ids of this age or less. */
const settledMs = 10 * 60_000;

/**
 * Adds words to at most `limit` messages without any: those from before the index, and those of servers of the previous
 * release. Resolves to the number of messages examined. It passes once over all messages by id, and skips deleted
 * conversations, which are being erased.
 */
export async function indexOld(storage: WordStorage, now: Date, limit: number): Promise<number> {
  const { rows } = await sql<Words & { readonly is_missed: boolean }>`
    select m.*,
           not exists (select from message_words w where w.message_id = m.message_id)
             and ${isThere(sql`m.conversation_id`)} as is_missed
    from messages m
    where m.message_id > (select message_id from message_words_progress)
      and m.message_id < ${lowestId('message', now.getTime() - settledMs)}
    order by m.message_id limit ${limit}`.execute(storage.db);
  const last = rows.at(-1);
  if (last === undefined) return 0;
  await insertWords(
    storage,
    rows.filter((row) => row.is_missed),
  );
  await sql`
    update message_words_progress set message_id = ${last.message_id} where message_id < ${last.message_id}`.execute(
    storage.db,
  );
  return rows.length;
}

/**
 * Locks the search index until the end of the transaction. Who erases messages locks it too, so that the index never
 * keeps words of an erased message.
 */
export async function lockWords(tx: Tx): Promise<void> {
  await lockName(tx, 'message words');
}

async function insertWords(storage: WordStorage, messages: readonly Words[]): Promise<void> {
  if (messages.length === 0) return;
  const words = messages.map((message) => writeWords(message.conversation_id, textsByAudience(message)));
  await storage.transactionWithLast(lockWords, (tx) =>
    sql`
      insert into message_words (message_id, conversation_id, created_at, words)
      select w.message_id, w.conversation_id, w.created_at, w.words::tsvector
      from unnest(
        ${messages.map((m) => m.message_id)}::text[], ${messages.map((m) => m.conversation_id)}::text[],
        ${messages.map((m) => m.created_at)}::timestamptz[], ${words}::text[]
      ) as w (message_id, conversation_id, created_at, words)
      where exists (select from messages m where m.message_id = w.message_id)
      on conflict (message_id) do nothing`.execute(tx),
  );
}
