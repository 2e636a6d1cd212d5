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

/** The terms on which a person has to do with an agent, and who may seat one that takes requests. */
export const membershipRoutes = {
  getMembership: human({
    method: 'GET',
    path: '/v1/agents/{agentId}/membership',
    summary: 'Your relation to an agent: what it asks for, what you granted, mute and block.',
    answer: { status: 200, json: itemOf(membership) },
    refusals: ['agent_not_found'],
  }),
  grantScopes: human({
    method: 'PUT',
    path: '/v1/agents/{agentId}/membership/grants',
    summary: 'Replace what you grant an agent; this consents to its present manifest.',
    body: grantsBody,
    answer: { status: 200, json: itemOf(membership) },
    refusals: ['agent_not_found', 'scope_not_requested'],
  }),
  setMembershipPreferences: human({
    method: 'PUT',
    path: '/v1/agents/{agentId}/membership/preferences',
    summary: 'Mute or block an agent for yourself, for a time too, and choose what you are sent pushes of.',
    body: membershipPreferencesBody,
    answer: { status: 200, json: itemOf(membership) },
    refusals: ['agent_not_found'],
  }),
  listGrants: human({
    method: 'GET',
    path: '/v1/grants',
    summary: 'What you grant to agents, newest first, and how often each grant was used.',
    doc:
      'A use is an invocation that was allowed or put to you, a proactive message that was accepted, or a look at the history of a ' +
      'room. Granting a scope again leaves `grantedAt` and the count as they are; taking it back ends both.',
    query: pageQuery,
    answer: { status: 200, json: pageOf(grant) },
  }),
  putScopesAside: human({
    method: 'PUT',
    path: '/v1/agents/{agentId}/membership/not-now',
    summary: 'Put scopes aside that an agent asks for: nothing is granted or refused, and they wait for you no more.',
    doc: 'A scope waits again once the agent needs it in vain with a delivery that came later.',
    body: notNowBody,
    answer: { status: 204 },
    refusals: ['agent_not_found'],
  }),
  listOwnAccessRequests: human({
    method: 'GET',
    path: '/v1/access-requests',
    summary: 'Which agents you asked to seat, newest first, and what came of it.',
    query: pageQuery,
    answer: { status: 200, json: pageOf(accessRequest) },
  }),
  requestAccess: human({
    method: 'POST',
    path: '/v1/agents/{agentId}/access-requests',
    summary: 'Ask to seat an agent that takes requests.',
    body: accessRequestBody,
    answer: { status: 201, json: itemOf(accessRequest) },
    refusals: ['agent_not_found', 'access_not_requestable'],
  }),
  listAccessRequests: human({
    method: 'GET',
    path: '/v1/agents/{agentId}/access-requests',
    summary: 'Who asked to seat your agent, newest first.',
    query: pageQuery,
    answer: { status: 200, json: pageOf(accessRequest) },
    refusals: ['agent_not_found'],
  }),
  approveAccessRequest: human({
    method: 'POST',
    path: '/v1/agents/{agentId}/access-requests/{userId}/approve',
    summary: 'Let a person in who asked to seat your agent.',
    answer: { status: 200, json: itemOf(accessRequest) },
    refusals: ['agent_not_found', 'access_request_not_found'],
  }),
  denyAccessRequest: human({
    method: 'POST',
    path: '/v1/agents/{agentId}/access-requests/{userId}/deny',
    summary: 'Do not let a person in who asked to seat your agent.',
    answer: { status: 200, json: itemOf(accessRequest) },
    refusals: ['agent_not_found', 'access_request_not_found'],
  }),
} as const;
