import { agent, grantsBody, itemOf, membership, membershipPreferencesBody } from '@parley/protocol';
import { presentAgent } from '../agents/present.ts';
import type { App } from '../app.ts';
import { humanRoute, ok, type HumanRoute } from '../route.ts';
import { tell } from '../signals/signal.ts';
import { grantScopes } from './grant-scopes.ts';
import { presentMembership } from './present.ts';
import { findMembership, upsertPreferences } from './queries.ts';
import { viewAgent } from './view-agent.ts';

/** What a person may see of an agent, and the terms on which they have to do with it. */
export function permissionRoutes(app: App): HumanRoute[] {
  const { storage, hub } = app;
  return [
    humanRoute({
      method: 'GET',
      path: '/v1/agents/:agentId',
      summary: 'One agent.',
      success: { status: 200, schema: itemOf(agent) },
      refusals: ['agent_not_found'],
      async handle({ caller, params }) {
        const agent = await viewAgent(storage.db, caller.userId, params.agentId as string);
        return ok({ item: presentAgent(agent, caller.userId) });
      },
    }),
    humanRoute({
      method: 'GET',
      path: '/v1/agents/:agentId/membership',
      summary: 'Your relation to an agent: what it asks for, what you granted, mute and block.',
      success: { status: 200, schema: itemOf(membership) },
      refusals: ['agent_not_found'],
      async handle({ caller, params }) {
        const agent = await viewAgent(storage.db, caller.userId, params.agentId as string);
        return ok({ item: presentMembership(agent, await findMembership(storage.db, agent.agent_id, caller.userId)) });
      },
    }),
    humanRoute({
      method: 'PUT',
      path: '/v1/agents/:agentId/membership/grants',
      summary: 'Replace what you grant an agent; this consents to its present manifest.',
      success: { status: 200, schema: itemOf(membership) },
      refusals: ['agent_not_found', 'scope_not_requested'],
      body: grantsBody,
      async handle({ caller, params, body }) {
        const { agent, row } = await grantScopes(app, caller.userId, params.agentId as string, body.scopes);
        return ok({ item: presentMembership(agent, row) });
      },
    }),
    humanRoute({
      method: 'PUT',
      path: '/v1/agents/:agentId/membership/preferences',
      summary: 'Mute or block an agent for yourself.',
      success: { status: 200, schema: itemOf(membership) },
      refusals: ['agent_not_found'],
      body: membershipPreferencesBody,
      async handle({ caller, params, body }) {
        const { agent, row } = await storage.transaction(async (tx) => {
          const agent = await viewAgent(tx, caller.userId, params.agentId as string);
          return {
            agent,
            row: await upsertPreferences(tx, { ...body, agentId: agent.agent_id, userId: caller.userId }),
          };
        });
        hub.publish([tell([caller.userId], 'membershipUpdated', { agentId: agent.agent_id })]);
        return ok({ item: presentMembership(agent, row) });
      },
    }),
  ];
}
