import { sql } from 'kysely';
import type { UserId } from '@parley/protocol';
import { isGone } from '../agents/queries.ts';
import { isInRoom } from '../conversations/queries.ts';
import { hasBlocked } from '../permissions/queries.ts';
import type { Db } from '../storage/storage.ts';
import type { MessageRow } from './message-row.ts';

/** Notifications that are looked at for forms, the newest. */
const lookedAtMax = 500;

export type FormMessageRow = Pick<MessageRow, 'message_id' | 'conversation_id' | 'author_id' | 'blocks' | 'created_at'>;

/**
 * Messages with forms that a person was notified of and has not seen to, the oldest first. What they mark as read is put aside, and
 * what they muted was never put to them.
 */
export async function listFormMessages(db: Db, userId: UserId, limit: number): Promise<FormMessageRow[]> {
  const { rows } = await sql<FormMessageRow>`
    select m.message_id, m.conversation_id, m.author_id, m.blocks, m.created_at
    from (
      select message_id from notifications
      where user_id = ${userId} and type = 'message' and read_at is null
      order by notification_id desc limit ${lookedAtMax}) n
    join messages m using (message_id)
    where m.author_type = 'agent' and ${isInRoom(sql`${userId}`, sql`m.conversation_id`)}
      and exists (select from json_array_elements(m.blocks) b where b ->> 'type' = 'form')
      and not ${isGone(sql`m.author_id`)} and not ${hasBlocked(sql`${userId}`, sql`m.author_id`)}
    order by m.created_at, m.message_id limit ${limit}`.execute(db);
  return rows;
}
