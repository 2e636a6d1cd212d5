import { sql } from 'kysely';
import type { ConversationId } from '@parley/protocol';
import type { Tx } from '../storage/storage.ts';

/** Erases at most `limit` messages of a room, with what people answered to the forms in them and what was begun in it. */
export async function eraseMessages(tx: Tx, conversationId: ConversationId, limit: number): Promise<number> {
  await sql`delete from drafts where conversation_id = ${conversationId}`.execute(tx);
  const { numAffectedRows } = await sql`
    with picked as materialized (
      select message_id from messages where conversation_id = ${conversationId} order by seq limit ${limit}
    ), words as (
      delete from message_words where message_id = any(array(select message_id from picked))
    ), answers as (
      delete from form_answers where message_id = any(array(select message_id from picked))
    )
    delete from messages where message_id = any(array(select message_id from picked))`.execute(tx);
  return Number(numAffectedRows ?? 0);
}
