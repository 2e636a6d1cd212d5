import { z } from 'zod';
import { line } from '../fields.ts';
import type { AgentId, ConversationId, TaskId } from '../ids.ts';
import { limits } from '../limits.ts';
import type { QueuedDelivery } from './conversations.ts';

/** POST /v1/conversations/{id}/tasks. */
export const createTaskBody = z.strictObject({
  title: line(200),
  instructions: z.string().min(1).max(limits.messageCharacters),
});

/** Where a task stands. The last three are ends. */
export const taskStatuses = [
  'created',
  'assigned',
  'in_progress',
  'awaiting_approval',
  'completed',
  'failed',
  'cancelled',
] as const;

export type TaskStatus = (typeof taskStatuses)[number];

/** A task as its room's people see it. `note` is the latest that was said of it. */
export interface Task {
  readonly taskId: TaskId;
  readonly conversationId: ConversationId;
  readonly agentId: AgentId;
  readonly title: string;
  readonly instructions: string;
  readonly status: TaskStatus;
  readonly note: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** One entry of a task's history, oldest first. */
export interface TaskHistoryEntry {
  readonly status: TaskStatus;
  readonly at: string;
  readonly by: 'platform' | 'agent' | 'user';
  readonly note: string | null;
}

/** A task read by its id. */
export interface TaskWithHistory extends Task {
  readonly history: readonly TaskHistoryEntry[];
}

/** 201 of a new task. There is no delivery while its agent is paused. */
export interface CreatedTask {
  readonly item: Task;
  readonly deliveries: readonly QueuedDelivery[];
}
