import { sql, type RawBuilder } from 'kysely';
import type { UserId } from '@parley/protocol';
import { isGone } from '../agents/queries.ts';
import { isInConversation } from '../conversations/queries.ts';
import { hasBlocked } from '../permissions/queries.ts';
import type { Db } from '../storage/storage.ts';
import type { MessageRow } from './message-row.ts';

export type FormMessageRow = Pick<MessageRow, 'message_id' | 'conversation_id' | 'author_id' | 'blocks' | 'created_at'>;

/**
 * The messages with forms among these, in conversations of a person and of agents with whom they still have to do, the oldest first.
 *
 * @param among A query that gives `message_id`s.
 */
export async function findFormMessages(
  db: Db,
  userId: UserId,
  among: RawBuilder<unknown>,
  limit: number,
): Promise<FormMessageRow[]> {
  const { rows } = await sql<FormMessageRow>`
    select m.message_id, m.conversation_id, m.author_id, m.blocks, m.created_at
    from (${among}) n
    join messages m using (message_id)
    where m.author_type = 'agent' and ${isInConversation(sql`${userId}`, sql`m.conversation_id`)}
      and exists (select from json_array_elements(m.blocks) b where b ->> 'type' = 'form')
      and not ${isGone(sql`m.author_id`)} and not ${hasBlocked(sql`${userId}`, sql`m.author_id`)}
    order by m.created_at, m.message_id limit ${limit}`.execute(db);
  return rows;
}
