import {
  createdTask,
  createTaskBody,
  isId,
  itemOf,
  pageOf as pageSchema,
  task,
  taskStatuses,
  taskWithHistory,
  type TaskStatus,
} from '@parley/protocol';
import type { App } from '../app.ts';
import { ownRoom } from '../conversations/own-room.ts';
import { pageOf, pageQuery, readCursor, readLimit } from '../pages.ts';
import { refuse } from '../refusal.ts';
import { humanRoute, ok, type HumanRoute } from '../route.ts';
import { cancelTask } from './cancel-task.ts';
import { createTask } from './create-task.ts';
import { presentHistory, presentTask } from './present.ts';
import { findHistory, findOwnTask, listOwnTasks } from './queries.ts';

/** Tasks as people give, follow and cancel them. */
export function taskRoutes(app: App): HumanRoute[] {
  const { storage } = app;
  return [
    humanRoute({
      method: 'POST',
      path: '/v1/conversations/:conversationId/tasks',
      summary: 'Give the agent of a room a task.',
      success: { status: 201, schema: createdTask },
      refusals: ['conversation_not_found', 'agent_not_found', 'agent_blocked'],
      body: createTaskBody,
      idempotency: 'optional',
      handle: ({ caller, params, body, key, trace }) =>
        createTask(app, key, { ...body, creator: caller, conversationId: params.conversationId as string, trace }),
    }),
    humanRoute({
      method: 'GET',
      path: '/v1/tasks',
      summary: 'Tasks of your rooms, newest first.',
      success: { status: 200, schema: pageSchema(task) },
      refusals: ['conversation_not_found'],
      query: { ...pageQuery, conversationId: 'Of this room only.', status: 'In this state only.' },
      async handle({ caller, query }) {
        const limit = readLimit(query);
        const below = readCursor(query)?.[0] ?? null;
        const status = readStatus(query.status);
        const room =
          query.conversationId === undefined ? null : await ownRoom(storage.db, caller.userId, query.conversationId);
        const conversationId = room?.conversation_id ?? null;
        const list = { userId: caller.userId, conversationId, status, below, limit: limit + 1 };
        const page = pageOf(await listOwnTasks(storage.db, list), limit, (row) => [row.task_id]);
        return ok({ ...page, items: page.items.map(presentTask) });
      },
    }),
    humanRoute({
      method: 'GET',
      path: '/v1/tasks/:taskId',
      summary: 'One task, with its history.',
      success: { status: 200, schema: itemOf(taskWithHistory) },
      refusals: ['task_not_found'],
      async handle({ caller, params }) {
        const { taskId } = params;
        const found = isId('task', taskId) ? await findOwnTask(storage.db, caller.userId, taskId) : null;
        if (!found) return refuse('task_not_found');
        const history = await findHistory(storage.db, found.task_id);
        return ok({ item: { ...presentTask(found), history: history.map(presentHistory) } });
      },
    }),
    humanRoute({
      method: 'POST',
      path: '/v1/tasks/:taskId/cancel',
      summary: 'Cancel a task that you gave, or that was given in a room that you opened.',
      success: { status: 200, schema: itemOf(task) },
      refusals: ['task_not_found', 'not_allowed', 'task_already_over'],
      handle: async ({ caller, params }) => ok({ item: await cancelTask(app, caller, params.taskId as string) }),
    }),
  ];
}

function readStatus(text: string | undefined): TaskStatus | null {
  if (text === undefined) return null;
  const status = taskStatuses.find((candidate) => candidate === text);
  return status ?? refuse('malformed_request', { message: `status is one of ${taskStatuses.join(', ')}.` });
}
