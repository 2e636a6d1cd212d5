import { sql, type RawBuilder } from 'kysely';
import type { AgentId, ConversationId, TaskHistoryEntry, TaskId, TaskStatus, UserId } from '@parley/protocol';
import { isGone, isInService } from '../../accounts/agents/queries.ts';
import { isInConversation, ownConversations } from '../../chat/conversations/own-queries.ts';
import { isSeated } from '../../chat/conversations/seat-queries.ts';
import { hasFailed } from '../../engine/deliveries/failed-queries.ts';
import { hasBlocked } from '../../accounts/permissions/queries.ts';
import { readPageRows, type PageRows } from '../../platform/storage/page-rows.ts';
import type { Db, Tx } from '../../platform/storage/storage.ts';
import type { TaskRow } from './task.ts';

export interface HistoryRow {
  readonly task_id: TaskId;
  readonly status: TaskStatus;
  readonly at: Date;
  readonly by: TaskHistoryEntry['by'];
  readonly note: string | null;
}

export async function insertTask(tx: Tx, task: TaskRow): Promise<void> {
  await sql`
    insert into tasks (task_id, conversation_id, agent_id, creator_user_id, message_id, title, instructions, status, note,
                       created_at, updated_at)
    values (${task.task_id}, ${task.conversation_id}, ${task.agent_id}, ${task.creator_user_id}, ${task.message_id},
            ${task.title}, ${task.instructions}, ${task.status}, ${task.note}, ${task.created_at},
            ${task.updated_at})`.execute(tx);
}

/** Adds entries to the history of tasks, in the given order. */
export async function insertHistory(tx: Tx, entries: readonly HistoryRow[]): Promise<void> {
  await sql`
    insert into task_history (task_id, status, at, by, note)
    select task_id, status, at, by, note from unnest(
      ${entries.map((entry) => entry.task_id)}::text[], ${entries.map((entry) => entry.status)}::text[],
      ${entries.map((entry) => entry.at)}::timestamptz[], ${entries.map((entry) => entry.by)}::text[],
      ${entries.map((entry) => entry.note)}::text[]) with ordinality as h (task_id, status, at, by, note, place)
    order by place`.execute(tx);
}

/** Locks a task. The caller already holds the lock of its conversation. */
export async function lockTask(tx: Tx, taskId: TaskId): Promise<TaskRow | null> {
  const { rows } = await sql<TaskRow>`select * from tasks where task_id = ${taskId} for update`.execute(tx);
  return rows[0] ?? null;
}

export async function updateTask(tx: Tx, task: Pick<TaskRow, 'task_id' | 'status' | 'note' | 'updated_at'>) {
  await sql`
    update tasks set status = ${task.status}, note = ${task.note}, updated_at = ${task.updated_at}
    where task_id = ${task.task_id}`.execute(tx);
}

/** Returns a task if this person is in its conversation, else null. */
export async function findOwnTask(db: Db | Tx, userId: UserId, taskId: TaskId): Promise<TaskRow | null> {
  const { rows } = await sql<TaskRow>`
    select t.* from tasks t
    where t.task_id = ${taskId} and ${isInConversation(sql`${userId}`, sql`t.conversation_id`)}`.execute(db);
  return rows[0] ?? null;
}

/** Returns tasks of a person's conversations, or of one of them, newest first, starting below a cursor. */
export async function listOwnTasks(
  db: Db,
  list: {
    readonly userId: UserId;
    readonly conversationId: ConversationId | null;
    readonly status: TaskStatus | null;
    readonly below: string | null;
    readonly limit: number;
  },
): Promise<PageRows<TaskRow>> {
  const { userId, conversationId, status, below, limit } = list;
  // Takes the newest of each conversation by index. Ordered over all tasks, the plan would read the tasks of everyone.
  const select = sql`
    select t.* from (
      select found.task_id from ${ownConversations(userId, conversationId)}
      cross join lateral (
        select o.task_id from tasks o
        where o.conversation_id = own.conversation_id ${below === null ? sql`` : sql`and o.task_id < ${below}`}
          ${status === null ? sql`` : sql`and o.status = ${status}`}
        order by o.task_id desc limit ${limit}) found
      order by found.task_id desc limit ${limit}
    ) newest join tasks t using (task_id)
    order by t.task_id desc limit ${limit}`;
  const bytes = sql`octet_length(p.instructions) + coalesce(octet_length(p.note), 0)`;
  return readPageRows<TaskRow>(db, { select, order: sql`task_id desc`, bytes });
}

/** Returns the history of a task, oldest first, after a position. */
export async function findHistory(
  db: Db | Tx,
  page: { readonly taskId: TaskId; readonly after: number | null; readonly limit: number },
): Promise<PageRows<HistoryRow & { readonly position: number }>> {
  const select = sql`
    select task_id, status, at, by, note, position from task_history
    where task_id = ${page.taskId} and position > ${page.after ?? 0}::bigint
    order by position limit ${page.limit}`;
  const bytes = sql`coalesce(octet_length(p.note), 0)`;
  return readPageRows(db, { select, order: sql`position`, bytes });
}

/**
 * Returns tasks, of this agent or of any, that were not yet assigned although the agent can take them, oldest first.
 */
export async function findUnassigned(tx: Tx, agentId: AgentId | null, limit: number): Promise<TaskRow[]> {
  const { rows } = await sql<TaskRow>`
    select t.* from tasks t
    where t.status = 'created' and (${agentId}::text is null or t.agent_id = ${agentId}::text)
      and not ${hasBlocked(sql`t.creator_user_id`, sql`t.agent_id`)}
      and ${isInService(sql`t.agent_id`)} and ${isSeated(sql`t.agent_id`, sql`t.conversation_id`)}
    order by t.task_id limit ${limit}`.execute(tx);
  return rows;
}

/** A condition: the agent of this task (`t`) has left its conversation or was deleted. */
export const isOrphan = sql<boolean>`(
  not ${isSeated(sql`t.agent_id`, sql`t.conversation_id`)} or ${isGone(sql`t.agent_id`)})`;

/** A condition: the assignment of this task (`t`) failed for good. */
export const isLost = sql<boolean>`(t.status = 'assigned' and ${hasFailed(sql`t.message_id`, 'task.assigned')})`;

/** Fails at most `limit` tasks, of this agent or of any, that meet a condition on `t`. Returns them. */
export async function failTasks(
  db: Db,
  which: RawBuilder<boolean>,
  end: { readonly agentId: AgentId | null; readonly note: string; readonly now: Date; readonly limit: number },
): Promise<Pick<TaskRow, 'task_id' | 'conversation_id'>[]> {
  const { agentId, note, now, limit } = end;
  const { rows } = await sql<Pick<TaskRow, 'task_id' | 'conversation_id'>>`
    with picked as materialized (
      select t.task_id from tasks t
      where t.status not in ('completed', 'failed', 'cancelled') and ${which}
        and ${agentId === null ? sql`true` : sql`t.agent_id = ${agentId}`}
      order by t.task_id limit ${limit} for update skip locked
    ), ended as (
      update tasks t set status = 'failed', note = ${note}, updated_at = ${now}
      from picked p where t.task_id = p.task_id
      returning t.task_id, t.conversation_id
    ), told as (
      insert into task_history (task_id, status, at, by, note)
      select task_id, 'failed', ${now}::timestamptz, 'platform', ${note} from ended
    )
    select task_id, conversation_id from ended`.execute(db);
  return rows;
}
