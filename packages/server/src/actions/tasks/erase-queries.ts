import { sql, type RawBuilder } from 'kysely';
import type { ConversationId } from '@parley/protocol';
import type { Db, Tx } from '../../platform/storage/storage.ts';
import { deleteSchedulesOf } from './schedules/queries.ts';

/** Erases at most `limit` tasks that ended before `before`, with their history. Messages about them stay. */
export function eraseOverTasks(db: Db, before: Date, limit: number): Promise<number> {
  return erase(
    db,
    sql`
      select task_id from tasks where status in ('completed', 'failed', 'cancelled') and updated_at < ${before}
      order by updated_at limit ${limit} for update skip locked`,
  );
}

/** Erases at most `limit` tasks of a conversation, and all its schedules. */
export async function eraseTasksOfConversation(tx: Tx, conversationId: ConversationId, limit: number): Promise<number> {
  await deleteSchedulesOf(tx, conversationId);
  return erase(
    tx,
    sql`select task_id from tasks where conversation_id = ${conversationId} order by task_id limit ${limit}`,
  );
}

/** Erases tasks and their history in one statement, because foreign keys are checked at its end. */
async function erase(db: Db | Tx, which: RawBuilder<unknown>): Promise<number> {
  const { numAffectedRows } = await sql`
    with picked as materialized (${which}), history as (
      delete from task_history where task_id = any(array(select task_id from picked))
    )
    delete from tasks where task_id = any(array(select task_id from picked))`.execute(db);
  return Number(numAffectedRows ?? 0);
}
