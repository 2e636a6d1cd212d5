import { sql } from 'kysely';
import type { AgentId, ConversationId, MessageId, UserId } from '@parley/protocol';
import type { Db, Tx } from '../../../platform/storage/storage.ts';

/** A choice: a person's message that picked an option of a block in another message. */
export interface ChoiceRow {
  readonly message_id: MessageId;
  readonly conversation_id: ConversationId;
  readonly user_id: UserId;
  /** The message that offers the option, and the agent that wrote it, or null. */
  readonly of_message_id: MessageId;
  readonly agent_id: AgentId | null;
  /** The index of the block for the agent's owner, and for everyone else. */
  readonly block: number;
  readonly public_block: number;
  readonly label: string;
}

/**
 * Inserts choices. The caller holds the lock of their conversation and has checked that none of them was made before.
 */
export async function insertChoices(tx: Tx, choices: readonly ChoiceRow[]): Promise<void> {
  if (choices.length === 0) return;
  await sql`
    insert into choices (message_id, conversation_id, user_id, of_message_id, agent_id, block, public_block, label)
    select * from unnest(
      ${choices.map((row) => row.message_id)}::text[], ${choices.map((row) => row.conversation_id)}::text[],
      ${choices.map((row) => row.user_id)}::text[], ${choices.map((row) => row.of_message_id)}::text[],
      ${choices.map((row) => row.agent_id)}::text[], ${choices.map((row) => row.block)}::int[],
      ${choices.map((row) => row.public_block)}::int[], ${choices.map((row) => row.label)}::text[])`.execute(tx);
}

/** Returns the choices that these people made of these messages. */
export async function findChoicesOf(
  tx: Tx,
  userIds: readonly UserId[],
  messageIds: readonly MessageId[],
): Promise<ChoiceRow[]> {
  const { rows } = await sql<ChoiceRow>`
    select * from choices
    where of_message_id = any(${messageIds}::text[]) and user_id = any(${userIds}::text[])`.execute(tx);
  return rows;
}

/** Returns whether anybody has chosen an option of this message. */
export async function hasChoicesOf(tx: Tx, messageId: MessageId): Promise<boolean> {
  const { rows } = await sql`select from choices where of_message_id = ${messageId} limit 1`.execute(tx);
  return rows.length > 0;
}

/** Returns the choices made by these messages, and those that a person made of them. */
export async function findChoices(db: Db | Tx, userId: UserId, messageIds: readonly MessageId[]): Promise<ChoiceRow[]> {
  if (messageIds.length === 0) return [];
  const { rows } = await sql<ChoiceRow>`
    select * from choices where message_id = any(${messageIds}::text[])
    union
    select * from choices where of_message_id = any(${messageIds}::text[]) and user_id = ${userId}`.execute(db);
  return rows;
}

/** Erases at most `limit` choices of a conversation. */
export async function eraseChoicesOfConversation(
  tx: Tx,
  conversationId: ConversationId,
  limit: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from choices where message_id = any(array(
      select message_id from choices where conversation_id = ${conversationId} limit ${limit}))`.execute(tx);
  return Number(numAffectedRows ?? 0);
}
