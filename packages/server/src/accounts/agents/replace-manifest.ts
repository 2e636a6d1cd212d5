import type { Manifest, UserId } from '@parley/protocol';
import type { Core } from '../../platform/routing/core.ts';
import type { AgentRow } from './agent.ts';
import { validateNames, validateManifest, type ValidateAvatar } from './validate-manifest.ts';
import { lockOwnedAgent } from './owned-agent.ts';
import { putManifest, type WithdrawScopes } from './put-manifest.ts';
import { findAgents } from './queries.ts';

/** Replaces an agent's manifest. Newly requested scopes stay ungranted until each member consents again. */
export async function replaceManifest(
  app: Pick<Core, 'commit' | 'config'>,
  ownerUserId: UserId,
  agentId: string,
  manifest: Manifest,
  rules: { readonly validateAvatar: ValidateAvatar; readonly withdrawScopes: WithdrawScopes },
): Promise<AgentRow> {
  const fields = validateManifest(manifest, app.config);
  return app.commit(async (work) => {
    const { tx } = work;
    const before = await lockOwnedAgent(tx, ownerUserId, agentId);
    validateNames(fields, before);
    if (fields.avatar_asset_id) await rules.validateAvatar(tx, fields.avatar_asset_id, [ownerUserId, before.agent_id]);
    const changed = await putManifest(
      work,
      app.config,
      { before, next: { ...before, ...fields } },
      rules.withdrawScopes,
    );
    if (changed.pending_manifest === null) {
      const scopes = fields.requested_scopes.map(({ scope }) => scope);
      await work.audit('agent.changed', { agentId: before.agent_id, scopes });
    }
    // A rejected agent is suspended no more.
    return before.approval === 'rejected' ? ((await findAgents(tx, [before.agent_id]))[0] ?? changed) : changed;
  });
}
