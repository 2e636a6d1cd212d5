import { createTaskBody, isId, taskStatuses, type TaskStatus } from '@parley/protocol';
import type { App } from '../app.ts';
import { ownRoom } from '../conversations/own-room.ts';
import { pageOf, readCursor, readLimit } from '../pages.ts';
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
      body: createTaskBody,
      idempotency: 'optional',
      handle: ({ caller, params, body, key }) =>
        createTask(app, key, { ...body, creator: caller, conversationId: params.conversationId as string }),
    }),
    humanRoute({
      method: 'GET',
      path: '/v1/tasks',
      summary: 'Tasks of your rooms, newest first; ?conversationId= and ?status= narrow them.',
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
      async handle({ caller, params }) {
        const { taskId } = params;
        const task = isId('task', taskId) ? await findOwnTask(storage.db, caller.userId, taskId) : null;
        if (!task) return refuse('task_not_found');
        const history = await findHistory(storage.db, task.task_id);
        return ok({ item: { ...presentTask(task), history: history.map(presentHistory) } });
      },
    }),
    humanRoute({
      method: 'POST',
      path: '/v1/tasks/:taskId/cancel',
      summary: 'Cancel a task that you gave, or that was given in a room that you opened.',
      handle: async ({ caller, params }) => ok({ item: await cancelTask(app, caller, params.taskId as string) }),
    }),
  ];
}

function readStatus(text: string | undefined): TaskStatus | null {
  if (text === undefined) return null;
  const status = taskStatuses.find((candidate) => candidate === text);
  return status ?? refuse('malformed_request', { message: `status is one of ${taskStatuses.join(', ')}.` });
}
