import {
  accessRequest,
  accessRequestBody,
  grant,
  grantsBody,
  membership,
  membershipPreferencesBody,
} from '../requests/agents.ts';
import { itemOf, pageOf } from '../requests/pages.ts';
import { notNowBody } from '../requests/waiting.ts';
import { pageQuery } from './query.ts';
import { human } from './route.ts';

/** A person's membership with an agent, and access requests. */
export const membershipRoutes = {
  getMembership: human({
    method: 'GET',
    path: '/v1/agents/{agentId}/membership',
    summary: 'Your membership with an agent: the scopes it requests, the scopes you granted, mute and block.',
    doc: 'It answers even if you have had nothing to do with the agent yet.',
    answer: { status: 200, json: itemOf(membership) },
    refusals: ['agent_not_found'],
  }),
  grantScopes: human({
    method: 'PUT',
    path: '/v1/agents/{agentId}/membership/grants',
    summary: 'Replace the scopes that you grant an agent; this consents to its current manifest.',
    body: grantsBody,
    answer: { status: 200, json: itemOf(membership) },
    refusals: ['agent_not_found', 'scope_not_requested'],
  }),
  setMembershipPreferences: human({
    method: 'PUT',
    path: '/v1/agents/{agentId}/membership/preferences',
    summary: 'Mute or block an agent for yourself, also for a limited time, and choose its pushes.',
    doc:
      'Send at least one field; fields that you leave out keep their value.\n\n' +
      '`mutedUntil` is a time, or null to end the mute. Until then the agent counts as muted everywhere. `notify` selects which pushes ' +
      'you get; between the conversation’s level and the agent’s the quieter one applies.\n\n' +
      'A block refuses replies to deliveries on your behalf and your own sends to a conversation with the agent.',
    body: membershipPreferencesBody,
    answer: { status: 200, json: itemOf(membership) },
    refusals: ['agent_not_found'],
  }),
  listGrants: human({
    method: 'GET',
    path: '/v1/grants',
    summary: 'The scopes that you grant to agents, newest first, and how often each was used.',
    doc:
      'A use is a tool call that was allowed or put to you, an accepted proactive message, or a read of a conversation’s history. ' +
      '`lastUsedAt` is null before the first use. Granting a scope again keeps `grantedAt` and the count; revoking it ends both.',
    query: pageQuery,
    answer: { status: 200, json: pageOf(grant) },
  }),
  putScopesAside: human({
    method: 'PUT',
    path: '/v1/agents/{agentId}/membership/not-now',
    summary: 'Put scopes aside that an agent requests: they are neither granted nor refused, and stop waiting for you.',
    doc:
      'The scopes leave `GET /v1/waiting` until the agent is refused one of them on a later delivery. Scopes that the manifest does ' +
      'not request are ignored.',
    body: notNowBody,
    answer: { status: 204 },
    refusals: ['agent_not_found'],
  }),
  listOwnAccessRequests: human({
    method: 'GET',
    path: '/v1/access-requests',
    summary: 'Your access requests, newest first, with their state.',
    doc: 'Requests for deleted agents are left out.',
    query: pageQuery,
    answer: { status: 200, json: pageOf(accessRequest) },
  }),
  requestAccess: human({
    method: 'POST',
    path: '/v1/agents/{agentId}/access-requests',
    summary: 'Ask the owner of an agent for access to it.',
    doc: 'The agent’s `access` must be `request`. A repeated request answers the existing one.',
    body: accessRequestBody,
    answer: { status: 201, json: itemOf(accessRequest) },
    refusals: ['agent_not_found', 'access_not_requestable'],
  }),
  listAccessRequests: human({
    method: 'GET',
    path: '/v1/agents/{agentId}/access-requests',
    summary: 'Access requests for your agent, newest first.',
    query: pageQuery,
    answer: { status: 200, json: pageOf(accessRequest) },
    refusals: ['agent_not_found'],
  }),
  approveAccessRequest: human({
    method: 'POST',
    path: '/v1/agents/{agentId}/access-requests/{userId}/approve',
    summary: 'Approve a person’s access request for your agent.',
    doc: 'The person may add the agent to conversations from then on.',
    answer: { status: 200, json: itemOf(accessRequest) },
    refusals: ['agent_not_found', 'access_request_not_found'],
  }),
  denyAccessRequest: human({
    method: 'POST',
    path: '/v1/agents/{agentId}/access-requests/{userId}/deny',
    summary: 'Deny a person’s access request for your agent.',
    answer: { status: 200, json: itemOf(accessRequest) },
    refusals: ['agent_not_found', 'access_request_not_found'],
  }),
} as const;
