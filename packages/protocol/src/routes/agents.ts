import { z } from 'zod';
import { agent, credential, issuedCredentialAnswer, manifestBody, registeredAgent } from '../requests/agents.ts';
import { itemOf, pageOf } from '../requests/pages.ts';
import { pageQuery, textQuery } from './query.ts';
import { human } from './route.ts';

/** An owner's agents, and the directory of those that anyone may seat. */
export const agentsRoutes = {
  registerAgent: human({
    method: 'POST',
    path: '/v1/agents',
    summary: 'Register an agent; the credential is shown this once.',
    body: manifestBody,
    answer: { status: 201, json: registeredAgent },
    refusals: ['handle_taken', 'quota_exceeded'],
  }),
  listAgents: human({
    method: 'GET',
    path: '/v1/agents',
    summary: 'Your own agents, newest first.',
    query: pageQuery,
    answer: { status: 200, json: pageOf(agent) },
  }),
  searchDirectory: human({
    method: 'GET',
    path: '/v1/agents/directory',
    summary: 'Agents that you may seat, by words of their handle, name and description.',
    query: z.object({ q: textQuery('Words, each of which must match.'), ...pageQuery.shape }),
    answer: { status: 200, json: pageOf(agent) },
  }),
  getAgent: human({
    method: 'GET',
    path: '/v1/agents/{agentId}',
    summary: 'One agent.',
    answer: { status: 200, json: itemOf(agent) },
    refusals: ['agent_not_found'],
  }),
  replaceManifest: human({
    method: 'PUT',
    path: '/v1/agents/{agentId}/manifest',
    summary: 'Replace the manifest of your agent.',
    body: manifestBody,
    answer: { status: 200, json: itemOf(agent) },
    refusals: ['agent_not_found', 'handle_taken'],
  }),
  pauseAgent: human({
    method: 'POST',
    path: '/v1/agents/{agentId}/pause',
    summary: 'Pause your agent: it gets no new deliveries, and queued ones wait.',
    answer: { status: 200, json: itemOf(agent) },
    refusals: ['agent_not_found'],
  }),
  resumeAgent: human({
    method: 'POST',
    path: '/v1/agents/{agentId}/resume',
    summary: 'Resume your paused agent.',
    answer: { status: 200, json: itemOf(agent) },
    refusals: ['agent_not_found'],
  }),
  deleteAgent: human({
    method: 'DELETE',
    path: '/v1/agents/{agentId}',
    summary: 'Delete your agent.',
    answer: { status: 204 },
    refusals: ['agent_not_found'],
  }),
  issueCredential: human({
    method: 'POST',
    path: '/v1/agents/{agentId}/credentials',
    summary: 'Issue one more credential; the secret is shown this once.',
    answer: { status: 201, json: issuedCredentialAnswer },
    refusals: ['agent_not_found', 'too_many_credentials'],
  }),
  listCredentials: human({
    method: 'GET',
    path: '/v1/agents/{agentId}/credentials',
    summary: 'The credentials of your agent, newest first, without their secrets.',
    query: pageQuery,
    answer: { status: 200, json: pageOf(credential) },
    refusals: ['agent_not_found'],
  }),
  revokeCredential: human({
    method: 'DELETE',
    path: '/v1/agents/{agentId}/credentials/{credentialId}',
    summary: 'Revoke a credential; it takes effect at once.',
    answer: { status: 204 },
    refusals: ['agent_not_found', 'credential_not_found'],
  }),
} as const;
