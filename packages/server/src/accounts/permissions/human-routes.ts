import { routes } from '@parley/protocol';
import { presentAgent } from '../agents/present.ts';
import { acting } from '../../platform/routing/acting.ts';
import type { Core } from '../../platform/routing/core.ts';
import { pageOf, readCursor, readTimeCursor } from '../../platform/routing/pages.ts';
import { humanRoute, type HumanRoute } from '../../platform/routing/route.ts';
import { grantScopes } from './grant-scopes.ts';
import { presentGrant, presentMembership } from './present.ts';
import { putScopesAside } from './put-scopes-aside.ts';
import { findMembership } from './queries.ts';
import { listScopeGrants, type ScopeGrantPlace } from './scope-grant-queries.ts';
import { setPreferences, type EndDealings, type EndStanding } from './set-preferences.ts';
import { viewAgent } from './view-agent.ts';

/** Routes by which a person views an agent and sets what it may do. */
export function permissionRoutes(app: Core, endDealings: EndDealings, endStanding: EndStanding): HumanRoute[] {
  const { storage } = app;
  return [
    humanRoute(routes.getAgent, async ({ caller, params }) => ({
      item: presentAgent(await viewAgent(storage.db, caller.userId, params.agentId), caller.userId),
    })),
    humanRoute(routes.getMembership, async ({ caller, params }) => {
      const agent = await viewAgent(storage.db, caller.userId, params.agentId);
      return { item: presentMembership(agent, await findMembership(storage.db, agent.agent_id, caller.userId)) };
    }),
    humanRoute(routes.grantScopes, async ({ caller, params, body, act }) => {
      const { agent, row } = await grantScopes(
        acting(app, act),
        caller.userId,
        params.agentId,
        body.scopes,
        endStanding,
      );
      return { item: presentMembership(agent, row) };
    }),
    humanRoute(routes.setMembershipPreferences, async ({ caller, params, body, act }) => {
      const { agent, row } = await setPreferences(acting(app, act), caller.userId, params.agentId, body, endDealings);
      return { item: presentMembership(agent, row) };
    }),
    humanRoute(routes.putScopesAside, ({ caller, params, body }) =>
      putScopesAside(app, caller.userId, params.agentId, body.scopes),
    ),
    humanRoute(routes.listGrants, async ({ caller, query: { limit, cursor } }) => {
      const below = readPlace(cursor);
      const rows = await listScopeGrants(storage.db, { userId: caller.userId, below, limit: limit + 1 });
      return pageOf(rows, {
        limit,
        key: (row) => [row.granted_at.toISOString(), row.agent_id, row.scope],
        present: presentGrant,
      });
    }),
  ];
}

/** Reads a cursor of the list of grants. */
function readPlace(cursor: string | undefined): ScopeGrantPlace | null {
  const time = readTimeCursor(cursor);
  return time && [...time, readCursor(cursor)?.[2] ?? ''];
}
