import { sql, type RawBuilder } from 'kysely';
import type { ConversationId } from '@parley/protocol';
import type { Db, Tx } from '../storage/storage.ts';
import { deleteSchedulesOf } from './schedules/queries.ts';

/** Erases at most `limit` tasks that were over before `before`, with their history; the messages that told of them stay. */
export function eraseOverTasks(db: Db, before: Date, limit: number): Promise<number> {
  return erase(
    db,
    sql`
      select task_id from tasks where status in ('completed', 'failed', 'cancelled') and updated_at < ${before}
      order by updated_at limit ${limit} for update skip locked`,
  );
}

/** Erases at most `limit` tasks of a conversation, and its schedules. */
export async function eraseTasksOfConversation(tx: Tx, conversationId: ConversationId, limit: number): Promise<number> {
  await deleteSchedulesOf(tx, conversationId);
  return erase(
    tx,
    sql`select task_id from tasks where conversation_id = ${conversationId} order by task_id limit ${limit}`,
  );
}

/** History refers to its task, and both go in one statement: references are judged at its end. */
async function erase(db: Db | Tx, which: RawBuilder<unknown>): Promise<number> {
  const { numAffectedRows } = await sql`
    with picked as materialized (${which}), history as (
      delete from task_history where task_id = any(array(select task_id from picked))
    )
    delete from tasks where task_id = any(array(select task_id from picked))`.execute(db);
  return Number(numAffectedRows ?? 0);
}
