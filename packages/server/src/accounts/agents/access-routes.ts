import { routes } from '@parley/protocol';
import { acting } from '../../platform/routing/acting.ts';
import type { Core } from '../../platform/routing/core.ts';
import { pageOf, readTimeCursor } from '../../platform/routing/pages.ts';
import { humanRoute, type HumanRoute } from '../../platform/routing/route.ts';
import { findUsers } from '../users/queries.ts';
import { listAccessRequests, listOwnAccessRequests } from './access-request-queries.ts';
import { requireOwnedAgent } from './owned-agent.ts';
import { presentAccessRequest, requestAccess, resolveAccess } from './request-access.ts';

/** Routes of requests to use an agent. */
export function accessRoutes(app: Core): HumanRoute[] {
  return [
    humanRoute(routes.requestAccess, async ({ caller, params, body, act }) => {
      const row = await requestAccess(acting(app, act), caller.userId, params.agentId, body.note ?? null);
      const user = { handle: caller.handle, display_name: caller.displayName };
      return { item: presentAccessRequest(row, user) };
    }),
    humanRoute(routes.listAccessRequests, async ({ caller, params, query: { limit, cursor } }) => {
      const below = readTimeCursor(cursor);
      const requests = await app.storage.transaction(async (tx) => {
        const agent = await requireOwnedAgent(tx, caller.userId, params.agentId);
        const rows = await listAccessRequests(tx, { agentId: agent.agent_id, below, limit: limit + 1 });
        const userIds = rows.map((row) => row.user_id);
        const users = new Map((await findUsers(tx, userIds)).map((user) => [user.user_id, user]));
        return rows.flatMap((row) => {
          const user = users.get(row.user_id);
          return user ? [{ row, user }] : [];
        });
      });
      return pageOf(requests, {
        limit,
        key: ({ row }) => [row.created_at.toISOString(), row.user_id],
        present: ({ row, user }) => presentAccessRequest(row, user),
      });
    }),
    humanRoute(routes.listOwnAccessRequests, async ({ caller, query: { limit, cursor } }) => {
      const list = { userId: caller.userId, below: readTimeCursor(cursor), limit: limit + 1 };
      const user = { handle: caller.handle, display_name: caller.displayName };
      return pageOf(await listOwnAccessRequests(app.storage.db, list), {
        limit,
        key: (row) => [row.created_at.toISOString(), row.agent_id],
        present: (row) => presentAccessRequest(row, user),
      });
    }),
    humanRoute(routes.approveAccessRequest, async ({ caller, params, act }) => ({
      item: await resolveAccess(acting(app, act), caller.userId, { ...params, state: 'approved' }),
    })),
    humanRoute(routes.denyAccessRequest, async ({ caller, params, act }) => ({
      item: await resolveAccess(acting(app, act), caller.userId, { ...params, state: 'denied' }),
    })),
  ];
}
