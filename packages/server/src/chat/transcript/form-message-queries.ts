import { sql, type RawBuilder } from 'kysely';
import type { UserId } from '@parley/protocol';
import { isGone } from '../../accounts/agents/queries.ts';
import { isInConversation } from '../conversations/own-queries.ts';
import { hasBlocked } from '../../accounts/permissions/queries.ts';
import type { Db } from '../../platform/storage/storage.ts';
import type { MessageRow } from '../conversations/message-row.ts';

export type FormMessageRow = Pick<MessageRow, 'message_id' | 'conversation_id' | 'author_id' | 'blocks' | 'created_at'>;

/**
 * Returns those of these messages that have forms, oldest first. Skips conversations without the person, and agents
 * that are deleted or blocked.
 *
 * @param among A query that returns `message_id`s.
 */
export async function findFormMessages(
  db: Db,
  userId: UserId,
  among: RawBuilder<unknown>,
  limit: number,
): Promise<FormMessageRow[]> {
  const { rows } = await sql<FormMessageRow>`
    with n as materialized (${among}),
    -- The messages are looked up by their ids: from the person's rooms, the plan would read every message in them.
    m as materialized (
      select found.* from n
      cross join lateral (
        select message_id, conversation_id, author_type, author_id, blocks, created_at
        from messages where message_id = n.message_id offset 0) found
    )
    select m.message_id, m.conversation_id, m.author_id, m.blocks, m.created_at
    from m
    where m.author_type = 'agent' and ${isInConversation(sql`${userId}`, sql`m.conversation_id`)}
      and exists (select from json_array_elements(m.blocks) b where b ->> 'type' = 'form')
      and not ${isGone(sql`m.author_id`)} and not ${hasBlocked(sql`${userId}`, sql`m.author_id`)}
    order by m.created_at, m.message_id limit ${limit}`.execute(db);
  return rows;
}

/**
 * Returns a condition: a reader up to `seq` has read this message, and all its forms are answered according to
 * `isAnswered`.
 */
export function isReadBy(
  messageId: RawBuilder<unknown>,
  seq: number,
  isAnswered: (formId: RawBuilder<unknown>) => RawBuilder<boolean>,
): RawBuilder<boolean> {
  return sql`exists (
    select from messages m
    where m.message_id = ${messageId} and m.seq <= ${seq}
      and not exists (
        select from json_array_elements(m.blocks) b
        where b ->> 'type' = 'form' and not ${isAnswered(sql`b ->> 'form_id'`)}))`;
}
