import { routes } from '@parley/protocol';
import { configForRequest } from '../../platform/routing/config-for-request.ts';
import { acting } from '../../platform/routing/acting.ts';
import type { Core } from '../../platform/routing/core.ts';
import { pageOf, readCursor, readNumberCursor } from '../../platform/routing/pages.ts';
import { humanRoute, type HumanRoute } from '../../platform/routing/route.ts';
import { changeStatus, type DropDrafts, type EndStandingOfDeleted } from './change-status.ts';
import { findCredentialsOfAgent } from './credential-queries.ts';
import { issueCredential } from './issue-credential.ts';
import type { ValidateAvatar } from './validate-manifest.ts';
import { requireOwnedAgent } from './owned-agent.ts';
import { presentAgent, presentCredential } from './present.ts';
import { findAgentsOfOwner, searchDirectory } from './queries.ts';
import { registerAgent } from './register-agent.ts';
import type { WithdrawScopes } from './put-manifest.ts';
import { replaceManifest } from './replace-manifest.ts';
import { revokeCredential } from './revoke-credential.ts';
import { searchWords } from './search-words.ts';

/** Routes of an owner's agents, and of the directory of agents that a person may use. */
export function agentRoutes(
  app: Core,
  validateAvatar: ValidateAvatar,
  withdrawScopes: WithdrawScopes,
  dropDrafts: DropDrafts,
  endStanding: EndStandingOfDeleted,
): HumanRoute[] {
  const { storage } = app;
  const enforcing = { validateAvatar, withdrawScopes };
  return [
    humanRoute(routes.registerAgent, async ({ caller, body, headers, act }) => {
      const rules = { ...acting(app, act), config: configForRequest(app.config, headers) };
      const { agent, credential } = await registerAgent(rules, caller, body.manifest, validateAvatar);
      return { item: presentAgent(agent, caller.userId), credential };
    }),
    humanRoute(routes.listAgents, async ({ caller, query: { limit, cursor } }) => {
      const [below = null] = readCursor(cursor) ?? [];
      const rows = await findAgentsOfOwner(storage.db, { ownerUserId: caller.userId, below, limit: limit + 1 });
      return pageOf(rows, {
        limit,
        key: (row) => [row.agent_id],
        present: (row) => presentAgent(row, caller.userId),
      });
    }),
    humanRoute(routes.searchDirectory, async ({ caller, query: { q = '', limit, cursor } }) => {
      const words = searchWords(q);
      const nothing = words.length === 0 && q.trim() !== '';
      const offset = readNumberCursor(cursor) ?? 0;
      const search = { userId: caller.userId, words, offset, limit: limit + 1 };
      const rows = nothing ? [] : await searchDirectory(storage.db, search);
      const places = new Map(rows.map((row, index) => [row, offset + index + 1]));
      return pageOf(rows, {
        limit,
        key: (row) => [String(places.get(row))],
        present: (row) => presentAgent(row, caller.userId),
      });
    }),
    humanRoute(routes.replaceManifest, async ({ caller, params, body, headers, act }) => {
      const rules = { ...acting(app, act), config: configForRequest(app.config, headers) };
      const agent = await replaceManifest(rules, caller.userId, params.agentId, body.manifest, enforcing);
      return { item: presentAgent(agent, caller.userId) };
    }),
    ...statusRoutes(app, dropDrafts, endStanding),
    ...credentialRoutes(app),
  ];
}

function statusRoutes(app: Core, dropDrafts: DropDrafts, endStanding: EndStandingOfDeleted): HumanRoute[] {
  return [
    humanRoute(routes.pauseAgent, async ({ caller, params, act }) => {
      const agent = await changeStatus(
        acting(app, act),
        caller.userId,
        params.agentId,
        'paused',
        dropDrafts,
        endStanding,
      );
      return { item: presentAgent(agent, caller.userId) };
    }),
    humanRoute(routes.resumeAgent, async ({ caller, params, act }) => {
      const agent = await changeStatus(
        acting(app, act),
        caller.userId,
        params.agentId,
        'live',
        dropDrafts,
        endStanding,
      );
      return { item: presentAgent(agent, caller.userId) };
    }),
    humanRoute(routes.deleteAgent, async ({ caller, params, act }) => {
      await changeStatus(acting(app, act), caller.userId, params.agentId, 'deleted', dropDrafts, endStanding);
    }),
  ];
}

function credentialRoutes(app: Core): HumanRoute[] {
  return [
    humanRoute(routes.issueCredential, async ({ caller, params, act }) => ({
      credential: await issueCredential(acting(app, act), caller, params.agentId),
    })),
    humanRoute(routes.listCredentials, async ({ caller, params, query: { limit, cursor } }) => {
      const [below = null] = readCursor(cursor) ?? [];
      const { db } = app.storage;
      const { agent_id: agentId } = await requireOwnedAgent(db, caller.userId, params.agentId);
      const rows = await findCredentialsOfAgent(db, { agentId, below, limit: limit + 1 });
      return pageOf(rows, { limit, key: (row) => [row.credential_id], present: presentCredential });
    }),
    humanRoute(routes.revokeCredential, ({ caller, params, act }) =>
      revokeCredential(acting(app, act), caller.userId, params.agentId, params.credentialId),
    ),
  ];
}
