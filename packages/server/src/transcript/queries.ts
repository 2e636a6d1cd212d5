import { sql, type RawBuilder } from 'kysely';
import type { ConversationId, DeliveryId, MessageId } from '@parley/protocol';
import { isStopped } from '../deliveries/log/stopped-queries.ts';
import { readPageRows, type PageRows } from '../storage/page-rows.ts';
import type { Db, Tx } from '../storage/storage.ts';
import type { MessageRow } from './message-row.ts';
import { indexed } from './word-queries.ts';

/** Writes messages, and beside them the words by which they are found. */
export async function insertMessages(tx: Tx, messages: readonly MessageRow[]): Promise<void> {
  await sql`with ${indexed(messages)} ${insertionOf(messages)}`.execute(tx);
}

/** Parts of a statement that write messages, as `insertMessages` does. */
export function spoken(messages: readonly MessageRow[]): RawBuilder<unknown> {
  return sql`${indexed(messages)}, spoken as (${insertionOf(messages)})`;
}

function insertionOf(messages: readonly MessageRow[]): RawBuilder<unknown> {
  return sql`
    insert into messages (message_id, conversation_id, seq, author_type, author_id, body, blocks, reply_to_delivery_id,
                          proactive, created_at)
    select * from unnest(
      ${messages.map((m) => m.message_id)}::text[], ${messages.map((m) => m.conversation_id)}::text[],
      ${messages.map((m) => m.seq)}::int[], ${messages.map((m) => m.author_type)}::text[],
      ${messages.map((m) => m.author_id)}::text[], ${messages.map((m) => m.body)}::text[],
      ${messages.map((m) => JSON.stringify(m.blocks))}::json[], ${messages.map((m) => m.reply_to_delivery_id)}::text[],
      ${messages.map((m) => m.proactive)}::boolean[], ${messages.map((m) => m.created_at)}::timestamptz[])`;
}

/** Part of a statement that writes messages of people which another part of it has ready, in the order of `place`. */
export function saidFrom(source: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    said as (
      insert into messages (message_id, conversation_id, seq, author_type, author_id, body, blocks, reply_to_delivery_id,
                            proactive, created_at)
      select message_id, conversation_id, seq, 'user', author_id, body, blocks, null, false, created_at
      from ${source} order by place
    )`;
}

/** Messages of a conversation in the order of reading: back from below a `seq`, or on from above it. */
export async function pageOfMessages(
  db: Db,
  page: {
    readonly conversationId: ConversationId;
    readonly direction: 'back' | 'on';
    readonly seq: number;
    readonly limit: number;
  },
): Promise<PageRows<MessageRow>> {
  const { conversationId, direction, seq, limit } = page;
  const select =
    direction === 'back'
      ? sql`select * from messages where conversation_id = ${conversationId} and seq < ${seq}
            order by seq desc limit ${limit}`
      : sql`select * from messages where conversation_id = ${conversationId} and seq > ${seq}
            order by seq limit ${limit}`;
  const bytes = sql`coalesce(octet_length(p.body), 0) + octet_length(p.blocks::text)`;
  return readPageRows(db, { select, order: direction === 'back' ? sql`seq desc` : sql`seq`, bytes });
}

export async function findMessage(
  db: Db | Tx,
  conversationId: ConversationId,
  messageId: MessageId,
): Promise<MessageRow | null> {
  const { rows } = await sql<MessageRow>`
    select * from messages where message_id = ${messageId} and conversation_id = ${conversationId}`.execute(db);
  return rows[0] ?? null;
}

/** These messages, newest first, of whatever conversations; a page of them may hold fewer. */
export async function findMessages(db: Db, messageIds: readonly MessageId[]): Promise<PageRows<MessageRow>> {
  const select = sql`select * from messages where message_id = any(${messageIds}::text[])`;
  return readPageRows(db, {
    select,
    order: sql`created_at desc, message_id desc`,
    bytes: sql`coalesce(octet_length(p.body), 0) + octet_length(p.blocks::text)`,
  });
}

/** All of these messages that are there, a page at a time. */
export async function findAllMessages(db: Db, messageIds: readonly MessageId[]): Promise<MessageRow[]> {
  const found: MessageRow[] = [];
  for (let rest = messageIds; rest.length > 0;) {
    const { rows, isCut } = await findMessages(db, rest);
    found.push(...rows);
    if (!isCut || rows.length === 0) break;
    const seen = new Set(rows.map((row) => row.message_id));
    rest = rest.filter((id) => !seen.has(id));
  }
  return found;
}

/** What answers to a delivery there are already. */
export interface AnswersSoFar {
  readonly delivery_id: DeliveryId;
  /** Final replies. */
  readonly count: number;
  /** Whether a person has stopped it: then there will be no more. */
  readonly stopped: boolean;
}

/** How many final replies each delivery has had, and whether it was stopped. */
export async function countReplies(tx: Tx, deliveryIds: readonly DeliveryId[]): Promise<Map<DeliveryId, AnswersSoFar>> {
  const { rows } = await sql<AnswersSoFar>`
    select d.delivery_id, ${isStopped(sql`d.delivery_id`)} as stopped,
           (select count(*)::int from messages m where m.reply_to_delivery_id = d.delivery_id) as count
    from unnest(${deliveryIds}::text[]) as d (delivery_id)`.execute(tx);
  return new Map(rows.map((row) => [row.delivery_id, row]));
}

/** The messages that answer a delivery, oldest first. */
export async function findReplyIds(db: Db | Tx, deliveryId: DeliveryId): Promise<MessageId[]> {
  const { rows } = await sql<{ message_id: MessageId }>`
    select message_id from messages where reply_to_delivery_id = ${deliveryId} order by seq`.execute(db);
  return rows.map((row) => row.message_id);
}
