import { z } from 'zod';
import { adminAgent, agentOrders, agentStates, changeAgentBody, decideAgentBody } from '../requests/admin-agents.ts';
import { overview } from '../requests/admin-overview.ts';
import { itemOf, listOf } from '../requests/pages.ts';
import { choiceQuery, textQuery } from './query.ts';
import { human } from './route.ts';

/** What administrators do about agents, and the overview of the server. */
export const adminAgentRoutes = {
  getOverview: human({
    method: 'GET',
    path: '/v1/admin/overview',
    summary: 'The state of the server in figures.',
    doc:
      'Counts are exact up to 100,000. A larger number of people, agents or conversations is the database’s own estimate; the other counts ' +
      'stop there. What `servers` report is at most a minute old.',
    answer: { status: 200, json: itemOf(overview) },
    admin: 'tokens',
  }),
  listAllAgents: human({
    method: 'GET',
    path: '/v1/admin/agents',
    summary: 'The agents of the server, at most 200.',
    doc:
      'The newest first, or with `sort=failing` first those with the most deliveries that failed within 24 hours. Deleted agents are listed ' +
      'by `state=deleted` alone. `state=pending` lists everything that waits for approval: new agents, and agents with a ' +
      '`pendingManifest`, whatever their own state is.',
    query: z.object({
      q: textQuery(
        'The id, or the beginning of the handle, of a word of the name, or of the owner’s handle, in any case.',
      ),
      state: choiceQuery('state', agentStates, 'Agents in this state alone.'),
      sort: choiceQuery('sort', agentOrders, '`newest` (default) or `failing`.'),
    }),
    answer: { status: 200, json: listOf(adminAgent) },
    admin: 'tokens',
  }),
  changeAgent: human({
    method: 'PATCH',
    path: '/v1/admin/agents/{agentId}',
    summary: 'Suspend an agent, end that, or give it a new owner.',
    doc:
      'All changes are made, or none. A suspended agent behaves as a paused one; its owner reads `reason` in `suspendedReason` and cannot ' +
      'resume it (409 `agent_suspended`). Standing grants for it become invalid. `suspended: false` ends the suspension that administrators ' +
      'made, not the one of an agent whose owner is disabled. A token for administration may send `suspended: true` alone, with a reason.\n\n' +
      'With a new owner all credentials end, standing grants become invalid, the server’s record of its model goes, and both people are ' +
      'told. It is live again when the new owner has issued a credential. The new owner must be active (404 `user_not_found`) and may not ' +
      'have too many agents (403 `quota_exceeded`).',
    body: changeAgentBody,
    answer: { status: 200, json: itemOf(adminAgent) },
    refusals: ['agent_not_found', 'user_not_found', 'quota_exceeded', 'agent_pending'],
    admin: 'tokens',
    tokenBody: z.strictObject({ suspended: z.literal(true), reason: z.string().optional() }),
  }),
  approveAgent: human({
    method: 'POST',
    path: '/v1/admin/agents/{agentId}/approve',
    summary: 'Approve a new agent, or the manifest that waits.',
    doc:
      'The manifest is in force at once. If another agent has taken its handle meanwhile, the call is 409 `handle_taken`, and the manifest ' +
      'waits on.',
    body: decideAgentBody,
    tokens: 'refused',
    answer: { status: 200, json: itemOf(adminAgent) },
    refusals: ['agent_not_found', 'nothing_pending', 'handle_taken'],
    admin: 'session',
  }),
  rejectAgent: human({
    method: 'POST',
    path: '/v1/admin/agents/{agentId}/reject',
    summary: 'Reject a new agent, or the manifest that waits.',
    doc:
      'A rejected new agent is paused, its owner reads `reason` in `suspendedReason`, and a new manifest makes it pending again. A rejected ' +
      'manifest is dropped, and the one in force stays; the owner reads `reason` in `rejectedReason` until they send another manifest.',
    body: decideAgentBody,
    tokens: 'refused',
    answer: { status: 200, json: itemOf(adminAgent) },
    refusals: ['agent_not_found', 'nothing_pending'],
    admin: 'session',
  }),
} as const;
