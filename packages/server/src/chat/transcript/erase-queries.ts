import { sql, type RawBuilder } from 'kysely';
import type { ConversationId } from '@parley/protocol';
import type { Tx } from '../../platform/storage/storage.ts';
import { lockWords } from './word-queries.ts';

/**
 * Erases at most `limit` messages of a conversation, with their search words.
 *
 * @param along Returns a part of the statement that erases rows belonging to the messages in `picked`.
 */
export async function eraseMessages(
  tx: Tx,
  conversationId: ConversationId,
  limit: number,
  along: (picked: RawBuilder<unknown>) => RawBuilder<unknown>,
): Promise<number> {
  await lockWords(tx);
  const { numAffectedRows } = await sql`
    with picked as materialized (
      select message_id from messages where conversation_id = ${conversationId} order by seq limit ${limit}
    ), words as (
      delete from message_words where message_id = any(array(select message_id from picked))
    ), ${along(sql`picked`)}
    delete from messages where message_id = any(array(select message_id from picked))`.execute(tx);
  return Number(numAffectedRows ?? 0);
}
