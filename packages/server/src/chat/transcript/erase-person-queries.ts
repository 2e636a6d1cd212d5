import { sql, type RawBuilder } from 'kysely';
import type { ConversationId, UserId } from '@parley/protocol';
import type { Tx } from '../../platform/storage/storage.ts';
import type { MessageRow } from '../conversations/message-row.ts';
import { isDeleted } from './edit-queries.ts';
import { isAbout } from './people-line-queries.ts';

/**
 * Looks at the next `limit` messages of a conversation, and returns those that are a person's: what they said, and what the platform
 * said of them or in their words, and those of `alsoTheirs`. Messages of the platform from before that was recorded are found by the
 * name. `last` is the `seq` of the last one looked at; null at the end.
 */
export async function pageToErase(
  tx: Tx,
  of: { readonly conversationId: ConversationId; readonly userId: UserId; readonly quotedName: string },
  page: { readonly above: number; readonly limit: number },
  alsoTheirs: (messageId: RawBuilder<unknown>) => RawBuilder<boolean>,
): Promise<{ readonly messages: MessageRow[]; readonly last: number | null }> {
  const { rows: ends } = await sql<{ last: number | null }>`
    select max(seq) as last from (
      select seq from messages where conversation_id = ${of.conversationId} and seq > ${page.above}
      order by seq limit ${page.limit}) looked`.execute(tx);
  const last = ends[0]?.last ?? null;
  if (last === null) return { messages: [], last };
  const { rows: messages } = await sql<MessageRow>`
    select m.* from messages m
    where m.conversation_id = ${of.conversationId} and m.seq > ${page.above} and m.seq <= ${last}
      and (m.author_id = ${of.userId} or ${alsoTheirs(sql`m.message_id`)}
           or (m.author_type = 'platform'
               and (position(${of.quotedName} in coalesce(m.body, '')) > 0 or ${isAbout(sql`m.message_id`, of.userId)})))
      and not ${isDeleted(sql`m.message_id`)}
    order by m.seq`.execute(tx);
  return { messages, last };
}
