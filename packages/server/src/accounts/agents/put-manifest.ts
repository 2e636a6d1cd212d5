import type { AgentId, Manifest, UserId } from '@parley/protocol';
import type { Config } from '../../platform/settings/config.ts';
import { refuse } from '../../platform/routing/refusal.ts';
import type { Work } from '../../platform/signals/work.ts';
import { manifestOf, type AgentRow } from './agent.ts';
import { isHandleTaken, putPendingManifest, setApproval, updateManifest } from './queries.ts';
import { releaseAgent } from './suspension-queries.ts';

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

type ManifestWork = Pick<Work, 'tx' | 'tell' | 'signal'>;

/**
 * Brings the manifest of `next` in force, or lets it wait where administrators approve agents and it widens the one of
 * `before`. A rejected agent is pending again.
 */
export async function putManifest(
  work: ManifestWork & Pick<Work, 'audit'>,
  config: Pick<Config, 'agentApproval'>,
  { before, next }: { readonly before: AgentRow; readonly next: AgentRow },
  withdraw: WithdrawScopes,
): Promise<AgentRow> {
  const { tx, audit } = work;
  const { agent_id: agentId } = before;
  const scopes = next.requested_scopes.map(({ scope }) => scope);
  if (config.agentApproval === 'on' && before.approval === null && widens(before, next)) {
    if (await isHandleTaken(tx, agentId, next.handle)) refuse('handle_taken', { path: '/manifest/handle' });
    const pending: Manifest = manifestOf(next);
    await putPendingManifest(tx, agentId, pending);
    await audit('agent.change_proposed', { agentId, scopes });
    return { ...before, pending_manifest: pending, rejected_reason: null };
  }
  await enforceManifest(work, next, withdraw);
  if (before.pending_manifest !== null || before.rejected_reason !== null) await putPendingManifest(tx, agentId, null);
  const changed = { ...next, pending_manifest: null, rejected_reason: null };
  if (before.approval !== 'rejected') return changed;
  await setApproval(tx, agentId, 'pending');
  await releaseAgent(tx, agentId, 'rejected');
  return { ...changed, approval: 'pending' };
}

/** Brings a manifest in force. Refuses with `handle_taken` if its handle belongs to another agent. */
export async function enforceManifest(
  { tx, tell, signal }: ManifestWork,
  agent: AgentRow,
  withdraw: WithdrawScopes,
): Promise<void> {
  const { agent_id: agentId } = agent;
  if (!(await updateManifest(tx, agent))) refuse('handle_taken', { path: '/manifest/handle' });
  const requested = agent.requested_scopes.map(({ scope }) => scope);
  const members = await withdraw({ tx, signal }, agentId, requested);
  signal([{ to: 'servers', type: 'agentChanged', agentId }]);
  tell(members, 'membershipUpdated', { agentId });
}

const widths = { private: 0, request: 1, public: 2 } as const;

/**
 * Returns whether a manifest needs an approval: it adds scopes, changes transport, origin of the webhook, name or handle,
 * or lets more people in.
 */
function widens(before: AgentRow, next: AgentRow): boolean {
  const had = new Set(before.requested_scopes.map(({ scope }) => scope));
  return (
    next.requested_scopes.some(({ scope }) => !had.has(scope)) ||
    next.transport !== before.transport ||
    originOf(next.webhook_url) !== originOf(before.webhook_url) ||
    next.name !== before.name ||
    next.handle !== before.handle ||
    widths[next.access] > widths[before.access]
  );
}

const originOf = (url: string | null) => (url === null ? null : new URL(url).origin);
