import type { Task, TaskHistoryEntry } from '@parley/protocol';
import type { HistoryRow } from './queries.ts';
import type { TaskRow } from './task.ts';

export function presentTask(row: TaskRow): Task {
  return {
    taskId: row.task_id,
    conversationId: row.conversation_id,
    agentId: row.agent_id,
    title: row.title,
    instructions: row.instructions,
    status: row.status,
    note: row.note,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

export function presentHistory(row: HistoryRow): TaskHistoryEntry {
  return { status: row.status, at: row.at.toISOString(), by: row.by, note: row.note };
}
