import { z } from 'zod';
import { shownLine, timestamp } from '../fields.ts';
import { idSchema } from '../ids.ts';
import { limits } from '../limits.ts';
import { queuedDelivery } from './conversations.ts';

/** POST /v1/conversations/{id}/tasks. */
export const createTaskBody = z
  .strictObject({
    title: shownLine(200),
    instructions: z.string().min(1).max(limits.messageCharacters),
  })
  .meta({ id: 'CreateTaskBody' });

/** The statuses of a task. The last three are final. */
export const taskStatuses = [
  'created',
  'assigned',
  'in_progress',
  'awaiting_approval',
  'completed',
  'failed',
  'cancelled',
] as const;

const taskStatus = z.enum(taskStatuses).meta({ id: 'TaskStatus' });

/** A task as the members of its room see it. `note` is the latest note. */
export const task = z
  .strictObject({
    taskId: idSchema('task'),
    conversationId: idSchema('conversation'),
    agentId: idSchema('agent'),
    title: z.string(),
    instructions: z.string(),
    status: taskStatus,
    note: z.string().nullable(),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'Task' });

/** One entry of a task's history, oldest first. */
export const taskHistoryEntry = z
  .strictObject({
    status: taskStatus,
    at: timestamp,
    by: z.enum(['platform', 'agent', 'user']),
    note: z.string().nullable(),
  })
  .meta({ id: 'TaskHistoryEntry' });

/** A task with its history. */
export const taskWithHistory = task
  .extend({ history: z.array(taskHistoryEntry).readonly() })
  .meta({ id: 'TaskWithHistory' });

/** 200 of GET /v1/tasks/{taskId}. `nextCursor` continues a long history. */
export const taskPage = z
  .strictObject({ item: taskWithHistory, nextCursor: z.string().nullable() })
  .meta({ id: 'TaskPage' });

/** 201 of a new task. `deliveries` is empty while the agent is paused. */
export const createdTask = z
  .strictObject({ item: task, deliveries: z.array(queuedDelivery).readonly() })
  .meta({ id: 'CreatedTask' });

export type TaskStatus = (typeof taskStatuses)[number];
export type Task = z.infer<typeof task>;
export type TaskHistoryEntry = z.infer<typeof taskHistoryEntry>;
export type TaskWithHistory = z.infer<typeof taskWithHistory>;
export type CreatedTask = z.infer<typeof createdTask>;
