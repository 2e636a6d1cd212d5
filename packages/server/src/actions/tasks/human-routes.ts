import { isId, routes } from '@parley/protocol';
import type { App } from '../../chat/conversations/app.ts';
import { requireMember } from '../../chat/conversations/require-member.ts';
import { fittingTexts, pageOf, readCursor, readNumberCursor, writeCursor } from '../../platform/routing/pages.ts';
import { humanRoute, type HumanRoute } from '../../platform/routing/route.ts';
import { cancelTask } from './cancel-task.ts';
import { createTask } from './create-task.ts';
import { presentHistory, presentTask } from './present.ts';
import { findHistory, findOwnTask, listOwnTasks } from './queries.ts';

/** Routes to create, follow and cancel tasks. */
export function taskRoutes(app: App): HumanRoute[] {
  const { storage } = app;
  return [
    humanRoute(routes.createTask, ({ caller, params, body, key, trace }) =>
      createTask(app, key, { ...body, creator: caller, conversationId: params.conversationId, trace }),
    ),
    humanRoute(routes.listTasks, async ({ caller: { userId }, query }) => {
      const { limit, cursor, status = null } = query;
      const [below = null] = readCursor(cursor) ?? [];
      const conversation =
        query.conversationId === undefined ? null : await requireMember(storage.db, userId, query.conversationId);
      const conversationId = conversation?.conversation_id ?? null;
      const list = { userId, conversationId, status, below, limit: limit + 1 };
      const { rows, isCut } = await listOwnTasks(storage.db, list);
      return pageOf(rows, { limit, isCut, key: (row) => [row.task_id], present: presentTask });
    }),
    humanRoute(routes.getTask, async ({ caller, params: { taskId }, query: { limit, cursor }, refuse }) => {
      const task = isId('task', taskId) ? await findOwnTask(storage.db, caller.userId, taskId) : null;
      if (!task) return refuse('task_not_found');
      const page = { taskId: task.task_id, after: readNumberCursor(cursor), limit: limit + 1 };
      const { rows, isCut } = await findHistory(storage.db, page);
      const entries = rows.slice(0, limit).map(presentHistory);
      const history = entries.slice(0, fittingTexts(entries, (entry) => JSON.stringify(entry)).length);
      const hasMore = isCut || rows.length > history.length;
      const nextCursor = hasMore ? writeCursor([String(rows[history.length - 1]?.position)]) : null;
      return { item: { ...presentTask(task), history }, nextCursor };
    }),
    humanRoute(routes.cancelTask, async ({ caller, params }) => ({
      item: await cancelTask(app, caller, params.taskId),
    })),
  ];
}
