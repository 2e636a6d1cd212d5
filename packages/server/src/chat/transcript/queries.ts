import { sql, type RawBuilder } from 'kysely';
import type { AssetId, ConversationId, DeliveryId, MessageId } from '@parley/protocol';
import { isSilentAt, silenced } from '../conversations/silent-queries.ts';
import { isStopped } from '../../engine/deliveries/stopped-queries.ts';
import type { Columns } from '../../platform/storage/fixed-statement.ts';
import { readPageRows, type PageRows } from '../../platform/storage/page-rows.ts';
import type { Db, Tx } from '../../platform/storage/storage.ts';
import type { MessageRow } from '../conversations/message-row.ts';
import { silentAmong } from './silent.ts';

/** Inserts messages. */
export async function insertMessages(tx: Tx, messages: readonly MessageRow[]): Promise<void> {
  await sql`with ${spoken(messages)} select 1`.execute(tx);
}

/** Returns parts of a statement that insert messages as `insertMessages` does. */
export function spoken(messages: readonly MessageRow[]): RawBuilder<unknown> {
  return sql`${alsoSilenced(messages)}spoken as (${insertionOf(messages)})`;
}

/** Returns an extra part for silent messages. It is nearly always empty. */
function alsoSilenced(messages: readonly MessageRow[]): RawBuilder<unknown> {
  const silent = silentAmong(messages);
  return silent.length === 0 ? sql`` : sql`${silenced(silent)}, `;
}

/** The columns of `messages`: their types, and how a row gives their values. Every insert of messages names them all. */
const messageColumns: Readonly<Record<keyof MessageRow, Columns<MessageRow>[string]>> = {
  message_id: ['text', (row) => row.message_id],
  conversation_id: ['text', (row) => row.conversation_id],
  seq: ['int', (row) => row.seq],
  author_type: ['text', (row) => row.author_type],
  author_id: ['text', (row) => row.author_id],
  body: ['text', (row) => row.body],
  blocks: ['json', (row) => JSON.stringify(row.blocks)],
  reply_to_delivery_id: ['text', (row) => row.reply_to_delivery_id],
  proactive: ['boolean', (row) => row.proactive],
  created_at: ['timestamptz', (row) => row.created_at],
};
const columnNames = sql.raw(Object.keys(messageColumns).join(', '));

function insertionOf(messages: readonly MessageRow[]): RawBuilder<unknown> {
  const arrays = Object.values(messageColumns).map(([type, of]) => sql`${messages.map(of)}::${sql.raw(type)}[]`);
  return sql`insert into messages (${columnNames}) select * from unnest(${sql.join(arrays)})`;
}

/** Columns that have the same value in every message of a person. */
const fixedColumns: Readonly<Partial<Record<string, RawBuilder<unknown>>>> = {
  author_type: sql`'user'`,
  reply_to_delivery_id: sql`null`,
  proactive: sql`false`,
};

/** Returns the columns that the source of `insertedFrom` must have. `of` gives an item's message. */
export function insertColumns<Item>(of: (item: Item) => MessageRow): Columns<Item> {
  const varying = Object.entries(messageColumns).filter(([name]) => !(name in fixedColumns));
  return Object.fromEntries(varying.map(([name, [type, pick]]) => [name, [type, (item) => pick(of(item))]]));
}

/** Returns a part of a statement that inserts messages of people from another part, in the order of `place`. */
export function insertedFrom(source: RawBuilder<unknown>): RawBuilder<unknown> {
  const values = Object.keys(messageColumns).map((name) => fixedColumns[name] ?? sql.ref(name));
  return sql`
    inserted_messages as (
      -- In the order of the batch, so that rows are stored as they are read.
      insert into messages (${columnNames}) select ${sql.join(values)} from ${source} order by place
    )`;
}

/** The size of a message in a page of `readPageRows`. */
export const messageBytes = sql`coalesce(octet_length(p.body), 0) + octet_length(p.blocks::text)`;

/** Returns messages of a conversation in reading order: back from below a `seq`, or on from above it. */
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
  return readPageRows(db, { select, order: direction === 'back' ? sql`seq desc` : sql`seq`, bytes: messageBytes });
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

/** Returns these messages of any conversations, newest first. The byte limit may cut the result. */
export async function findMessages(db: Db, messageIds: readonly MessageId[]): Promise<PageRows<MessageRow>> {
  const select = sql`select * from messages where message_id = any(${messageIds}::text[])`;
  return readPageRows(db, {
    select,
    order: sql`created_at desc, message_id desc`,
    bytes: messageBytes,
  });
}

/** Returns these messages of any conversations, for a decision under their lock. */
export async function findOffered(tx: Tx, messageIds: readonly MessageId[]): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    select * from messages where message_id = any(${messageIds}::text[])`.execute(tx);
  return rows;
}

/** Returns all of these messages that exist. Reads them page by page. */
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

/** Returns the conversations of those messages that are the newest of theirs that show something to everyone. */
export async function findLastShown(
  tx: Tx,
  messages: readonly Pick<MessageRow, 'conversation_id' | 'seq'>[],
): Promise<ConversationId[]> {
  if (messages.length === 0) return [];
  const { rows } = await sql<Pick<MessageRow, 'conversation_id'>>`
    select l.conversation_id
    from unnest(${messages.map((m) => m.conversation_id)}::text[], ${messages.map((m) => m.seq)}::int[])
      as l (conversation_id, seq)
    where not exists (
      select from messages m
      where m.conversation_id = l.conversation_id and m.seq > l.seq
        and not ${isSilentAt(sql`m.conversation_id`, sql`m.seq`)})`.execute(tx);
  return rows.map((row) => row.conversation_id);
}

/** Returns the newest message of a conversation that shows something to everyone. */
export async function findNewestShown(tx: Tx, conversationId: ConversationId): Promise<MessageRow | undefined> {
  const { rows } = await sql<MessageRow>`
    select m.* from messages m
    where m.conversation_id = ${conversationId} and not ${isSilentAt(sql`m.conversation_id`, sql`m.seq`)}
    order by m.seq desc limit 1`.execute(tx);
  return rows[0];
}

/** Returns those of these assets that messages of an author in a conversation name, in any version. */
export async function findStillNamed(
  tx: Tx,
  by: { readonly conversationId: ConversationId; readonly ownerId: NonNullable<MessageRow['author_id']> },
  assetIds: readonly AssetId[],
): Promise<AssetId[]> {
  const { rows } = await sql<{ asset_id: AssetId }>`
    select a.asset_id from unnest(${assetIds}::text[]) as a (asset_id)
    where exists (
      select from messages m
      where m.conversation_id = ${by.conversationId} and m.author_id = ${by.ownerId}
        and (position(a.asset_id in m.blocks::text) > 0 or exists (
          select from message_revisions r
          where r.message_id = m.message_id and position(a.asset_id in r.blocks::text) > 0)))`.execute(tx);
  return rows.map((row) => row.asset_id);
}

/** The answers that a delivery has had. */
export interface AnswersSoFar {
  readonly delivery_id: DeliveryId;
  /** Number of final replies. */
  readonly count: number;
  /** Whether a person has stopped it, so that no more are accepted. */
  readonly stopped: boolean;
}

/** Returns the number of final replies to each delivery, and whether it was stopped. */
export async function countReplies(tx: Tx, deliveryIds: readonly DeliveryId[]): Promise<Map<DeliveryId, AnswersSoFar>> {
  const { rows } = await sql<AnswersSoFar>`
    select d.delivery_id, ${isStopped(sql`d.delivery_id`)} as stopped,
           (select count(*)::int from messages m where m.reply_to_delivery_id = d.delivery_id) as count
    from unnest(${deliveryIds}::text[]) as d (delivery_id)`.execute(tx);
  return new Map(rows.map((row) => [row.delivery_id, row]));
}

/**
 * Returns a condition: one of these deliveries (`delivery_id`) was answered after this `seq` by a message that meets
 * `isMeant`.
 */
export function hasReplyAfter(
  deliveries: RawBuilder<unknown>,
  seq: RawBuilder<unknown>,
  isMeant: (messageId: RawBuilder<unknown>) => RawBuilder<boolean>,
): RawBuilder<boolean> {
  return sql`exists (
    select from ${deliveries} r join messages m on m.reply_to_delivery_id = r.delivery_id
    where m.seq > ${seq} and ${isMeant(sql`m.message_id`)})`;
}

/** Returns the messages that answer a delivery, oldest first. */
export async function findReplyIds(db: Db | Tx, deliveryId: DeliveryId): Promise<MessageId[]> {
  const { rows } = await sql<{ message_id: MessageId }>`
    select message_id from messages where reply_to_delivery_id = ${deliveryId} order by seq`.execute(db);
  return rows.map((row) => row.message_id);
}
