import { sql } from 'kysely';
import type { ConversationId, TaskId, UserId } from '@parley/protocol';
import type { Tx } from '../../platform/storage/storage.ts';

/** Deletes at most `limit` tasks that a person gave in a conversation, with their history, and returns them. */
export async function eraseTasksBy(
  tx: Tx,
  conversationId: ConversationId,
  userId: UserId,
  limit: number,
): Promise<TaskId[]> {
  const { rows } = await sql<{ task_id: TaskId }>`
    with picked as materialized (
      select task_id from tasks where conversation_id = ${conversationId} and creator_user_id = ${userId}
      order by task_id limit ${limit}
    ), history as (
      delete from task_history where task_id = any(array(select task_id from picked))
    )
    delete from tasks where task_id = any(array(select task_id from picked)) returning task_id`.execute(tx);
  return rows.map((row) => row.task_id);
}

/** Deletes the schedules of a person in a conversation, and those that agents made for them. */
export async function eraseSchedulesOf(tx: Tx, conversationId: ConversationId, userId: UserId): Promise<void> {
  await sql`
    delete from schedules s
    where s.conversation_id = ${conversationId}
      and (s.creator_user_id = ${userId}
           or exists (select from agent_schedules a where a.schedule_id = s.schedule_id and a.user_id = ${userId}))`.execute(
    tx,
  );
}
