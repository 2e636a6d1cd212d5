import { sql, type RawBuilder } from 'kysely';
import type { ConversationId } from '@parley/protocol';
import type { Tx } from '../../platform/storage/storage.ts';
import type { MessageRow } from '../conversations/message-row.ts';

/** Marks a message of the platform as one that only people read: it is in no agent's history. */
export async function insertPeopleOnly(
  tx: Tx,
  { message_id, conversation_id }: Pick<MessageRow, 'message_id' | 'conversation_id'>,
): Promise<void> {
  await sql`
    insert into people_only_messages (message_id, conversation_id)
    values (${message_id}, ${conversation_id})`.execute(tx);
}

/** Returns an SQL condition: only people read this message. */
export function isPeopleOnly(messageId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`exists (select from people_only_messages o where o.message_id = ${messageId})`;
}

/** Erases at most `limit` marks of a conversation, and returns how many. */
export async function erasePeopleOnlyOf(tx: Tx, conversationId: ConversationId, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from people_only_messages where ctid = any(array(
      select ctid from people_only_messages where conversation_id = ${conversationId} limit ${limit}))`.execute(tx);
  return Number(numAffectedRows ?? 0);
}
