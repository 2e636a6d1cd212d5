import type { AgentId, Manifest, UserId } from '@parley/protocol';
import type { Core } from '../../platform/routing/core.ts';
import { refuse } from '../../platform/routing/refusal.ts';
import type { Work } from '../../platform/signals/work.ts';
import type { AgentRow } from './agent.ts';
import { judgeNames, validateManifest, type ValidateAvatar } from './validate-manifest.ts';
import { lockOwnedAgent } from './owned-agent.ts';
import { updateManifest } from './queries.ts';

/**
 * Withdraws grants of scopes that a manifest no longer requests, so that requesting them again needs a new consent.
 *
 * @returns the people who know the agent, to notify them that their grants may have changed.
 */
export type WithdrawScopes = (
  work: Pick<Work, 'tx' | 'signal'>,
  agentId: AgentId,
  requested: readonly string[],
) => Promise<readonly UserId[]>;

/** Replaces an agent's manifest. Newly requested scopes stay ungranted until each member consents again. */
export async function replaceManifest(
  app: Pick<Core, 'commit' | 'config'>,
  ownerUserId: UserId,
  agentId: string,
  manifest: Manifest,
  judges: { readonly validateAvatar: ValidateAvatar; readonly withdrawScopes: WithdrawScopes },
): Promise<AgentRow> {
  const fields = validateManifest(manifest, app.config);
  return app.commit(async ({ tx, tell, signal, audit }) => {
    const before = await lockOwnedAgent(tx, ownerUserId, agentId);
    judgeNames(fields, before);
    if (fields.avatar_asset_id) await judges.validateAvatar(tx, fields.avatar_asset_id, [ownerUserId, before.agent_id]);
    if (!(await updateManifest(tx, { ...fields, agent_id: before.agent_id }))) {
      refuse('handle_taken', { path: '/manifest/handle' });
    }
    const requested = fields.requested_scopes.map(({ scope }) => scope);
    const members = await judges.withdrawScopes({ tx, signal }, before.agent_id, requested);
    const changed = { agentId: before.agent_id };
    signal([{ to: 'servers', type: 'agentChanged', ...changed }]);
    tell(members, 'membershipUpdated', changed);
    await audit('agent.changed', { ...changed, scopes: requested });
    return { ...before, ...fields };
  });
}
