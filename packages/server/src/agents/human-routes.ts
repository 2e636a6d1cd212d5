import {
  agent,
  credential,
  issuedCredentialAnswer,
  itemOf,
  limits,
  listOf,
  manifestBody,
  registeredAgent,
  type AgentId,
} from '@parley/protocol';
import type { App } from '../app.ts';
import { created, humanRoute, noContent, ok, type HumanRoute } from '../route.ts';
import { changeStatus } from './change-status.ts';
import { findCredentialsOfAgent } from './credential-queries.ts';
import { issueCredential } from './issue-credential.ts';
import type { JudgeAvatar } from './judge-manifest.ts';
import { ownAgent } from './own-agent.ts';
import { presentAgent, presentCredential } from './present.ts';
import { findAgentsOfOwner, searchDirectory } from './queries.ts';
import { registerAgent } from './register-agent.ts';
import { replaceManifest, type WithdrawScopes } from './replace-manifest.ts';
import { revokeCredential } from './revoke-credential.ts';
import { searchWords } from './search-words.ts';

/** An owner's agents, and the directory of those that anyone may seat. */
export function agentRoutes(app: App, judgeAvatar: JudgeAvatar, withdrawScopes: WithdrawScopes): HumanRoute[] {
  const { storage } = app;
  const judges = { judgeAvatar, withdrawScopes };
  return [
    humanRoute({
      method: 'POST',
      path: '/v1/agents',
      summary: 'Register an agent; the credential is shown this once.',
      success: { status: 201, schema: registeredAgent },
      refusals: ['handle_taken'],
      body: manifestBody,
      async handle({ caller, body }) {
        const { agent, credential } = await registerAgent(app, caller.userId, body.manifest, judgeAvatar);
        return created({ item: presentAgent(agent, caller.userId), credential });
      },
    }),
    humanRoute({
      method: 'GET',
      path: '/v1/agents',
      summary: 'Your own agents.',
      success: { status: 200, schema: listOf(agent) },
      async handle({ caller }) {
        const agents = await findAgentsOfOwner(storage.db, caller.userId);
        return ok({ items: agents.map((agent) => presentAgent(agent, caller.userId)) });
      },
    }),
    humanRoute({
      method: 'GET',
      path: '/v1/agents/directory',
      summary: 'Agents that you may seat, by words of their handle, name and description.',
      success: { status: 200, schema: listOf(agent) },
      query: { q: 'Words, each of which must match.' },
      async handle({ caller, query }) {
        const words = searchWords(query.q ?? '');
        const nothing = words.length === 0 && (query.q ?? '').trim() !== '';
        const search = { userId: caller.userId, words, limit: limits.pageItemsDefault };
        const agents = nothing ? [] : await searchDirectory(storage.db, search);
        return ok({ items: agents.map((agent) => presentAgent(agent, caller.userId)) });
      },
    }),
    humanRoute({
      method: 'PUT',
      path: '/v1/agents/:agentId/manifest',
      summary: 'Replace the manifest of your agent.',
      success: { status: 200, schema: itemOf(agent) },
      refusals: ['agent_not_found', 'handle_taken'],
      body: manifestBody,
      async handle({ caller, params, body }) {
        const agent = await replaceManifest(app, caller.userId, params.agentId as AgentId, body.manifest, judges);
        return ok({ item: presentAgent(agent, caller.userId) });
      },
    }),
    ...statusRoutes(app),
    ...credentialRoutes(app),
  ];
}

function statusRoutes(app: App): HumanRoute[] {
  const change = (verb: 'pause' | 'resume', status: 'paused' | 'live', summary: string) =>
    humanRoute({
      method: 'POST',
      path: `/v1/agents/:agentId/${verb}`,
      summary,
      success: { status: 200, schema: itemOf(agent) },
      refusals: ['agent_not_found'],
      async handle({ caller, params }) {
        const agent = await changeStatus(app, caller.userId, params.agentId as string, status);
        return ok({ item: presentAgent(agent, caller.userId) });
      },
    });
  return [
    change('pause', 'paused', 'Pause your agent: it gets no new deliveries, and queued ones wait.'),
    change('resume', 'live', 'Resume your paused agent.'),
    humanRoute({
      method: 'DELETE',
      path: '/v1/agents/:agentId',
      summary: 'Delete your agent.',
      success: { status: 204 },
      refusals: ['agent_not_found'],
      async handle({ caller, params }) {
        await changeStatus(app, caller.userId, params.agentId as string, 'deleted');
        return noContent;
      },
    }),
  ];
}

function credentialRoutes(app: App): HumanRoute[] {
  return [
    humanRoute({
      method: 'POST',
      path: '/v1/agents/:agentId/credentials',
      summary: 'Issue one more credential; the secret is shown this once.',
      success: { status: 201, schema: issuedCredentialAnswer },
      refusals: ['agent_not_found', 'too_many_credentials'],
      async handle({ caller, params }) {
        return created({ credential: await issueCredential(app, caller.userId, params.agentId as string) });
      },
    }),
    humanRoute({
      method: 'GET',
      path: '/v1/agents/:agentId/credentials',
      summary: 'The credentials of your agent, newest first, without their secrets.',
      success: { status: 200, schema: listOf(credential) },
      refusals: ['agent_not_found'],
      async handle({ caller, params }) {
        const rows = await app.storage.transaction(async (tx) => {
          const agent = await ownAgent(tx, caller.userId, params.agentId as string);
          return findCredentialsOfAgent(tx, agent.agent_id);
        });
        return ok({ items: rows.map(presentCredential) });
      },
    }),
    humanRoute({
      method: 'DELETE',
      path: '/v1/agents/:agentId/credentials/:credentialId',
      summary: 'Revoke a credential; it takes effect at once.',
      success: { status: 204 },
      refusals: ['agent_not_found', 'credential_not_found'],
      async handle({ caller, params }) {
        await revokeCredential(app, caller.userId, params.agentId as string, params.credentialId as string);
        return noContent;
      },
    }),
  ];
}
