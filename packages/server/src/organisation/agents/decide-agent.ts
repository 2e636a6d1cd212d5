import { isId, type AdminAgent, type Manifest, type UserId } from '@parley/protocol';
import type { AgentRow } from '../../accounts/agents/agent.ts';
import { enforceManifest, type WithdrawScopes } from '../../accounts/agents/put-manifest.ts';
import { lockAgent, putPendingManifest, setApproval } from '../../accounts/agents/queries.ts';
import { suspendAgent } from '../../accounts/agents/suspension-queries.ts';
import { manifestFields, type ValidateAvatar } from '../../accounts/agents/validate-manifest.ts';
import { dropDrafts } from '../../chat/messages/drafts/end-drafts.ts';
import type { Core } from '../../platform/routing/core.ts';
import { refuse } from '../../platform/routing/refusal.ts';
import type { Tx } from '../../platform/storage/storage.ts';
import { lockAsAdmin } from '../roles/lock-admins.ts';
import { readAgent } from './read-agents.ts';

/** What a manifest that comes in force needs of other concepts. */
export interface ApprovalRules {
  readonly validateAvatar: ValidateAvatar;
  readonly withdrawScopes: WithdrawScopes;
}

type DefinitionsApp = Pick<Core, 'commit' | 'clock'>;

/** Approves a new agent, or brings the manifest that waits in force. */
export async function approveAgent(
  { commit, clock }: DefinitionsApp,
  by: UserId,
  id: string,
  rules: ApprovalRules,
): Promise<AdminAgent> {
  return commit(async (work) => {
    const { tx, signal, tell, audit } = work;
    const agent = await lockPending(tx, by, id);
    const { agent_id: agentId, owner_user_id: owner, pending_manifest: manifest } = agent;
    if (agent.approval === 'pending') await setApproval(tx, agentId, null);
    else if (manifest !== null) {
      const fields = manifestFields(manifest);
      if (fields.avatar_asset_id) await rules.validateAvatar(tx, fields.avatar_asset_id, [owner, agentId]);
      await enforceManifest(work, { ...agent, ...fields }, rules.withdrawScopes);
      await putPendingManifest(tx, agentId, null);
    }
    signal([{ to: 'servers', type: 'agentChanged', agentId }]);
    tell([owner], 'membershipUpdated', { agentId });
    await audit('agent.approved', { agentId, scopes: scopesOf(manifest ?? agent) });
    return readAgent(tx, agentId, clock.now());
  });
}

/** What an owner reads where no reason was given. */
const noReason = 'An administrator rejected this change.';

/** Rejects a new agent, which is paused until its owner sends another manifest, or drops the manifest that waits. */
export async function rejectAgent(
  { commit, clock }: DefinitionsApp,
  by: UserId,
  id: string,
  reason: string | null,
): Promise<AdminAgent> {
  return commit(async ({ tx, signal, tell, audit }) => {
    const agent = await lockPending(tx, by, id);
    const { agent_id: agentId, owner_user_id: owner } = agent;
    if (agent.approval === 'pending') {
      await setApproval(tx, agentId, 'rejected');
      await suspendAgent(tx, agentId, { cause: 'rejected', reason, by, now: new Date(clock.now()) });
      signal(await dropDrafts(tx, { agentId }));
    } else await putPendingManifest(tx, agentId, null, { reason: reason ?? noReason, by });
    signal([{ to: 'servers', type: 'agentChanged', agentId }]);
    tell([owner], 'membershipUpdated', { agentId });
    await audit('agent.rejected', { agentId });
    return readAgent(tx, agentId, clock.now());
  });
}

/** Locks an agent of which something waits for approval. */
async function lockPending(tx: Tx, by: UserId, id: string): Promise<AgentRow> {
  await lockAsAdmin(tx, by);
  const agent = isId('agent', id) ? await lockAgent(tx, id) : null;
  if (agent === null || agent.status === 'deleted') return refuse('agent_not_found');
  if (agent.approval !== 'pending' && agent.pending_manifest === null) refuse('nothing_pending');
  return agent;
}

const scopesOf = ({ requested_scopes: scopes }: Pick<Manifest, 'requested_scopes'>) => scopes.map(({ scope }) => scope);
