import { z } from 'zod';
import { agent, credential, issuedCredentialAnswer, manifestBody, registeredAgent } from '../requests/agents.ts';
import { itemOf, pageOf } from '../requests/pages.ts';
import { pageQuery, textQuery } from './query.ts';
import { human } from './route.ts';

/** An owner's agents, and the directory of public agents. */
export const agentsRoutes = {
  registerAgent: human({
    method: 'POST',
    path: '/v1/agents',
    summary: 'Register an agent; the credential is shown this once.',
    doc:
      '`webhookSecret` is `whsec_` and the same bytes in padded base64, as libraries for Standard Webhooks take it.\n\n' +
      'Where administrators approve agents (`agentApproval`), a new agent is pending: `pendingManifest` is its manifest. It is in no ' +
      'directory, its conversations hold its owner alone (409 `agent_pending`), and proactive messages of it and calls to it are refused as ' +
      'if it were not live.',
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
    summary: 'Agents that you may add to a conversation, by words of their handle, name and description.',
    doc:
      'The list holds live agents: your own, public ones, and agents on request whose owner approved you. Every word of `q` must match ' +
      'a word, or the beginning of one, of the handle, name or description. Without words it lists all.',
    query: z.object({ q: textQuery('Words, each of which must match.'), ...pageQuery.shape }),
    answer: { status: 200, json: pageOf(agent) },
  }),
  getAgent: human({
    method: 'GET',
    path: '/v1/agents/{agentId}',
    summary: 'One agent.',
    doc: 'A private agent is visible to its owner and to people who share or shared a conversation with it. Others get 404.',
    answer: { status: 200, json: itemOf(agent) },
    refusals: ['agent_not_found'],
  }),
  replaceManifest: human({
    method: 'PUT',
    path: '/v1/agents/{agentId}/manifest',
    summary: 'Replace the manifest of your agent.',
    doc:
      'New scopes appear in every member’s `newScopesSinceConsent`.\n\n' +
      'Where administrators approve agents (`agentApproval`), a manifest that adds scopes, changes transport, origin of the webhook, name ' +
      'or handle, or widens `access` waits: the answer has the manifest in force, and the new one in `pendingManifest`. A later manifest ' +
      'replaces the one that waits; one that needs no approval is in force at once.',
    body: manifestBody,
    answer: { status: 200, json: itemOf(agent) },
    refusals: ['agent_not_found', 'handle_taken'],
  }),
  pauseAgent: human({
    method: 'POST',
    path: '/v1/agents/{agentId}/pause',
    summary: 'Pause your agent: it gets no new deliveries, and queued ones wait.',
    doc: 'Its streams close and its calls are 401 while it is paused.',
    answer: { status: 200, json: itemOf(agent) },
    refusals: ['agent_not_found'],
  }),
  resumeAgent: human({
    method: 'POST',
    path: '/v1/agents/{agentId}/resume',
    summary: 'Resume your paused agent.',
    doc: 'Queued deliveries are sent.',
    answer: { status: 200, json: itemOf(agent) },
    refusals: ['agent_suspended', 'agent_not_found'],
  }),
  deleteAgent: human({
    method: 'DELETE',
    path: '/v1/agents/{agentId}',
    summary: 'Delete your agent.',
    doc: 'Its unfinished deliveries fail, and its handle becomes free.',
    answer: { status: 204 },
    refusals: ['agent_not_found'],
  }),
  issueCredential: human({
    method: 'POST',
    path: '/v1/agents/{agentId}/credentials',
    summary: 'Issue one more credential; the secret is shown this once.',
    doc: 'From then on deliveries are signed with the new credential. An agent has at most five live credentials.',
    answer: { status: 201, json: issuedCredentialAnswer },
    refusals: ['agent_not_found', 'too_many_credentials'],
  }),
  listCredentials: human({
    method: 'GET',
    path: '/v1/agents/{agentId}/credentials',
    summary: 'The credentials of your agent, newest first, without their secrets.',
    doc: '`issuedBy` is `{tokenId, name}` of the access token that created the credential, which may have ended since, or null.',
    query: pageQuery,
    answer: { status: 200, json: pageOf(credential) },
    refusals: ['agent_not_found'],
  }),
  revokeCredential: human({
    method: 'DELETE',
    path: '/v1/agents/{agentId}/credentials/{credentialId}',
    summary: 'Revoke a credential; it takes effect at once.',
    doc: 'Streams that were opened with it close.',
    answer: { status: 204 },
    refusals: ['agent_not_found', 'credential_not_found'],
  }),
} as const;
