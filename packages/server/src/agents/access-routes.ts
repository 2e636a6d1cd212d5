import { accessRequest, accessRequestBody, itemOf, pageOf as pageSchema } from '@parley/protocol';
import type { App } from '../app.ts';
import { pageOf, pageQuery, readLimit, readTimeCursor } from '../pages.ts';
import { created, humanRoute, ok, type HumanRoute } from '../route.ts';
import { findUsers } from '../users/queries.ts';
import { listAccessRequests } from './access-request-queries.ts';
import { ownAgent } from './own-agent.ts';
import { presentAccessRequest, requestAccess, resolveAccess } from './request-access.ts';

/** Who may seat an agent that takes requests. */
export function accessRoutes(app: App): HumanRoute[] {
  const path = '/v1/agents/:agentId/access-requests';
  const resolve = (verb: 'approve' | 'deny', state: 'approved' | 'denied', summary: string) =>
    humanRoute({
      method: 'POST',
      path: `${path}/:userId/${verb}`,
      summary,
      success: { status: 200, schema: itemOf(accessRequest) },
      refusals: ['agent_not_found', 'access_request_not_found'],
      async handle({ caller, params }) {
        const { agentId = '', userId = '' } = params;
        return ok({ item: await resolveAccess(app, caller.userId, { agentId, userId, state }) });
      },
    });
  return [
    humanRoute({
      method: 'POST',
      path,
      summary: 'Ask to seat an agent that takes requests.',
      success: { status: 201, schema: itemOf(accessRequest) },
      refusals: ['agent_not_found', 'access_not_requestable'],
      body: accessRequestBody,
      async handle({ caller, params, body }) {
        const row = await requestAccess(app, caller.userId, params.agentId as string, body.note ?? null);
        const user = { handle: caller.handle, display_name: caller.displayName };
        return created({ item: presentAccessRequest(row, user) });
      },
    }),
    humanRoute({
      method: 'GET',
      path,
      summary: 'Who asked to seat your agent, newest first.',
      success: { status: 200, schema: pageSchema(accessRequest) },
      refusals: ['agent_not_found'],
      query: pageQuery,
      async handle({ caller, params, query }) {
        const limit = readLimit(query);
        const below = readTimeCursor(query);
        const { rows, users } = await app.storage.transaction(async (tx) => {
          const agent = await ownAgent(tx, caller.userId, params.agentId as string);
          const rows = await listAccessRequests(tx, { agentId: agent.agent_id, below, limit: limit + 1 });
          const users = await findUsers(
            tx,
            rows.map((row) => row.user_id),
          );
          return { rows, users: new Map(users.map((user) => [user.user_id, user])) };
        });
        const page = pageOf(rows, limit, (row) => [row.created_at.toISOString(), row.user_id]);
        const items = page.items.flatMap((row) => {
          const user = users.get(row.user_id);
          return user ? [presentAccessRequest(row, user)] : [];
        });
        return ok({ ...page, items });
      },
    }),
    resolve('approve', 'approved', 'Let a person in who asked to seat your agent.'),
    resolve('deny', 'denied', 'Do not let a person in who asked to seat your agent.'),
  ];
}
