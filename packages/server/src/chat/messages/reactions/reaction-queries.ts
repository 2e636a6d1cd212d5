import { sql } from 'kysely';
import type { ConversationId, Message, MessageId, UserId } from '@parley/protocol';
import type { Db, Tx } from '../../../platform/storage/storage.ts';

export interface Reaction {
  readonly conversationId: ConversationId;
  readonly messageId: MessageId;
  readonly userId: UserId;
  readonly emoji: string;
}

/** Inserts a reaction. Returns false if the person had reacted so before. */
export async function insertReaction(tx: Tx, reaction: Reaction): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into reactions (message_id, user_id, emoji, conversation_id)
    values (${reaction.messageId}, ${reaction.userId}, ${reaction.emoji}, ${reaction.conversationId})
    on conflict do nothing`.execute(tx);
  return Number(numAffectedRows ?? 0) > 0;
}

/** Deletes a reaction. Returns false if there was none. */
export async function deleteReaction(tx: Tx, { messageId, userId, emoji }: Reaction): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from reactions where message_id = ${messageId} and user_id = ${userId} and emoji = ${emoji}`.execute(tx);
  return Number(numAffectedRows ?? 0) > 0;
}

/** Returns the kinds of reactions to a message. */
export async function findKinds(tx: Tx, messageId: MessageId): Promise<Set<string>> {
  const { rows } = await sql<{ emoji: string }>`
    select distinct emoji from reactions where message_id = ${messageId}`.execute(tx);
  return new Set(rows.map(({ emoji }) => emoji));
}

/** Counts the reactions to messages, the kind that was used first before the others. */
export async function countReactions(
  db: Db | Tx,
  viewer: UserId,
  messageIds: readonly MessageId[],
): Promise<Map<MessageId, Message['reactions']>> {
  const counted = new Map<MessageId, Message['reactions'][number][]>();
  if (messageIds.length === 0) return counted;
  const { rows } = await sql<{ message_id: MessageId; emoji: string; count: number; mine: boolean }>`
    select message_id, emoji, count(*)::int as count, bool_or(user_id = ${viewer}) as mine
    from reactions where message_id = any(${messageIds}::text[])
    group by message_id, emoji order by message_id, min(position)`.execute(db);
  for (const { message_id: messageId, ...kind } of rows)
    counted.set(messageId, [...(counted.get(messageId) ?? []), kind]);
  return counted;
}

/** Lists who reacted to a message and how, in the order in which they did. */
export async function listReactions(
  db: Db,
  messageId: MessageId,
): Promise<{ readonly emoji: string; readonly userId: UserId }[]> {
  const { rows } = await sql<{ emoji: string; userId: UserId }>`
    select emoji, user_id as "userId" from reactions where message_id = ${messageId} order by position`.execute(db);
  return rows;
}

/** Erases the reactions to these messages. */
export async function eraseReactionsTo(tx: Tx, messageIds: readonly MessageId[]): Promise<void> {
  await sql`delete from reactions where message_id = any(${messageIds}::text[])`.execute(tx);
}

/** Erases at most `limit` reactions of a conversation. Returns how many. */
export async function eraseReactionsOfConversation(
  tx: Tx,
  conversationId: ConversationId,
  limit: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from reactions where (message_id, user_id, emoji) in (
      select message_id, user_id, emoji from reactions where conversation_id = ${conversationId} limit ${limit})`.execute(
    tx,
  );
  return Number(numAffectedRows ?? 0);
}
