import { sql } from 'kysely';
import type { AgentId, ConversationId, TaskHistoryEntry, TaskId, TaskStatus, UserId } from '@parley/protocol';
import { isGone, isInService } from '../agents/queries.ts';
import { isInConversation } from '../conversations/queries.ts';
import { isSeated } from '../conversations/seat-queries.ts';
import { hasBlocked } from '../permissions/queries.ts';
import { readPageRows, type PageRows } from '../storage/page-rows.ts';
import type { Db, Tx } from '../storage/storage.ts';
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

/** Adds entries to the history of tasks, in their order. */
export async function insertHistory(tx: Tx, entries: readonly HistoryRow[]): Promise<void> {
  await sql`
    insert into task_history (task_id, status, at, by, note)
    select task_id, status, at, by, note from unnest(
      ${entries.map((entry) => entry.task_id)}::text[], ${entries.map((entry) => entry.status)}::text[],
      ${entries.map((entry) => entry.at)}::timestamptz[], ${entries.map((entry) => entry.by)}::text[],
      ${entries.map((entry) => entry.note)}::text[]) with ordinality as h (task_id, status, at, by, note, place)
    order by place`.execute(tx);
}

/** Locks a task for a change. Whoever does holds the lock of its conversation already. */
export async function lockTask(tx: Tx, taskId: TaskId): Promise<TaskRow | null> {
  const { rows } = await sql<TaskRow>`select * from tasks where task_id = ${taskId} for update`.execute(tx);
  return rows[0] ?? null;
}

export async function updateTask(tx: Tx, task: Pick<TaskRow, 'task_id' | 'status' | 'note' | 'updated_at'>) {
  await sql`
    update tasks set status = ${task.status}, note = ${task.note}, updated_at = ${task.updated_at}
    where task_id = ${task.task_id}`.execute(tx);
}

/** A task of a conversation that this person is in. */
export async function findOwnTask(db: Db | Tx, userId: UserId, taskId: TaskId): Promise<TaskRow | null> {
  const { rows } = await sql<TaskRow>`
    select t.* from tasks t
    where t.task_id = ${taskId} and ${isInConversation(sql`${userId}`, sql`t.conversation_id`)}`.execute(db);
  return rows[0] ?? null;
}

/** Tasks of a person's conversations, or of one of them, newest first, from below a cursor on. */
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
  const select = sql`
    select t.* from tasks t
    where ${isInConversation(sql`${list.userId}`, sql`t.conversation_id`)}
      and (${list.conversationId}::text is null or t.conversation_id = ${list.conversationId}::text)
      and (${list.status}::text is null or t.status = ${list.status}::text)
      and (${list.below}::text is null or t.task_id < ${list.below}::text)
    order by t.task_id desc limit ${list.limit}`;
  const bytes = sql`octet_length(p.instructions) + coalesce(octet_length(p.note), 0)`;
  return readPageRows<TaskRow>(db, { select, order: sql`task_id desc`, bytes });
}

/** A task's history, oldest first, from after a position on. */
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

/** Tasks of this agent, or of any, that no delivery has told the agent of yet though it could, oldest first. */
export async function findUnassigned(tx: Tx, agentId: AgentId | null, limit: number): Promise<TaskRow[]> {
  const { rows } = await sql<TaskRow>`
    select t.* from tasks t
    where t.status = 'created' and (${agentId}::text is null or t.agent_id = ${agentId}::text)
      and not ${hasBlocked(sql`t.creator_user_id`, sql`t.agent_id`)}
      and ${isInService(sql`t.agent_id`)} and ${isSeated(sql`t.agent_id`, sql`t.conversation_id`)}
    order by t.task_id limit ${limit}`.execute(tx);
  return rows;
}

/** Ends at most `limit` tasks whose agent has left their conversation or is gone; returns them. */
export async function failOrphans(
  db: Db,
  orphans: { readonly note: string; readonly now: Date; readonly limit: number },
): Promise<Pick<TaskRow, 'task_id' | 'conversation_id'>[]> {
  const { rows } = await sql<Pick<TaskRow, 'task_id' | 'conversation_id'>>`
    with orphan as materialized (
      select t.task_id from tasks t
      where t.status not in ('completed', 'failed', 'cancelled')
        and (not ${isSeated(sql`t.agent_id`, sql`t.conversation_id`)} or ${isGone(sql`t.agent_id`)})
      order by t.task_id limit ${orphans.limit} for update skip locked
    ), ended as (
      update tasks t set status = 'failed', note = ${orphans.note}, updated_at = ${orphans.now}
      from orphan o where t.task_id = o.task_id
      returning t.task_id, t.conversation_id
    ), told as (
      insert into task_history (task_id, status, at, by, note)
      select task_id, 'failed', ${orphans.now}::timestamptz, 'platform', ${orphans.note} from ended
    )
    select task_id, conversation_id from ended`.execute(db);
  return rows;
}
