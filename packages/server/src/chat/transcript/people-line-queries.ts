import { sql, type RawBuilder } from 'kysely';
import type { ConversationId, UserId } from '@parley/protocol';
import type { MessageRow } from '../conversations/message-row.ts';
import type { Tx } from '../../platform/storage/storage.ts';

/** A message of the platform that names or quotes a person. */
export interface PeopleLine {
  readonly message: Pick<MessageRow, 'message_id' | 'conversation_id'>;
  readonly userId: UserId;
}

/** Records about whom messages of the platform are. */
export async function insertPeopleLines(tx: Tx, lines: readonly PeopleLine[]): Promise<void> {
  if (lines.length === 0) return;
  await sql`
    insert into people_lines (message_id, conversation_id, user_id)
    select * from unnest(${lines.map(({ message }) => message.message_id)}::text[],
                         ${lines.map(({ message }) => message.conversation_id)}::text[],
                         ${lines.map(({ userId }) => userId)}::text[])`.execute(tx);
}

/** Returns an SQL condition: this message of the platform is about a person. */
export function isAbout(messageId: RawBuilder<unknown>, userId: UserId): RawBuilder<boolean> {
  return sql`exists (select from people_lines l where l.message_id = ${messageId} and l.user_id = ${userId})`;
}

/** Erases at most `limit` records of a conversation, and returns how many. */
export async function erasePeopleLinesOf(tx: Tx, conversationId: ConversationId, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from people_lines where ctid = any(array(
      select ctid from people_lines where conversation_id = ${conversationId} limit ${limit}))`.execute(tx);
  return Number(numAffectedRows ?? 0);
}
