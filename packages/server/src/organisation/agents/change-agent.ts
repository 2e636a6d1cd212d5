import { isId, type AdminAgent, type ChangeAgentBody, type UserId } from '@parley/protocol';
import type { AgentRow } from '../../accounts/agents/agent.ts';
import { findAgents, lockAgent } from '../../accounts/agents/queries.ts';
import { releaseAgent, suspendAgent } from '../../accounts/agents/suspension-queries.ts';
import { findPerson } from '../../accounts/users/people-queries.ts';
import { lockUser } from '../../accounts/users/queries.ts';
import { endGrants } from '../../actions/standing/end-grants.ts';
import { dropDrafts } from '../../chat/messages/drafts/end-drafts.ts';
import type { Core } from '../../platform/routing/core.ts';
import { refuse } from '../../platform/routing/refusal.ts';
import type { Work } from '../../platform/signals/work.ts';
import type { Tx } from '../../platform/storage/storage.ts';
import { lockAsAdmin } from '../roles/lock-admins.ts';
import { handOver, requireRoom, type HandOverApp } from './hand-over.ts';
import { readAgent } from './read-agents.ts';

/**
 * Suspends an agent, ends an administrator's suspension, or gives the agent a new owner, all or none. Locks the
 * administrators, the new owner, then the agent.
 */
export async function changeAgent(
  app: HandOverApp & Pick<Core, 'commit'>,
  by: UserId,
  id: string,
  { suspended, reason, ownerUserId }: ChangeAgentBody,
): Promise<AdminAgent> {
  const agentId = isId('agent', id) ? id : refuse('agent_not_found');
  return app.commit(async (work) => {
    const { tx } = work;
    await lockAsAdmin(tx, by);
    if (ownerUserId !== undefined) {
      await lockOwner(tx, ownerUserId);
      await requireRoomUnlessOwn(tx, app, agentId, ownerUserId);
    }
    const agent = await lockAgent(tx, agentId);
    if (!agent || agent.status === 'deleted') return refuse('agent_not_found');
    if (ownerUserId !== undefined && ownerUserId !== agent.owner_user_id)
      await handOver(work, app, agent, { toUserId: ownerUserId, by });
    if (suspended === true) await suspend(work, app, agent, { by, reason: reason ?? null });
    if (suspended === false) await unsuspend(work, agent);
    return readAgent(tx, agentId, app.clock.now());
  });
}

/** Suspends a locked agent. `by` is null where a restore repeats it. */
export async function suspend(
  work: Pick<Work, 'tx' | 'signal' | 'tell' | 'audit'>,
  { clock }: Pick<Core, 'clock'>,
  { agent_id: agentId, owner_user_id: owner, suspension }: AgentRow,
  { by, reason }: { readonly by: UserId | null; readonly reason: string | null },
): Promise<void> {
  // The same once more changes nothing.
  if (suspension?.cause === 'admin' && suspension.reason === reason) return;
  const { tx, signal, tell, audit } = work;
  const now = new Date(clock.now());
  await suspendAgent(tx, agentId, { cause: 'admin', reason, by, now });
  signal([{ to: 'servers', type: 'agentChanged', agentId }]);
  signal(await dropDrafts(tx, { agentId }));
  signal(await endGrants(tx, { agentId }, 'agent_suspended', now));
  tell([owner], 'membershipUpdated', { agentId });
  await audit('agent.suspended', { agentId });
}

async function unsuspend(
  { tx, signal, tell, audit }: Pick<Work, 'tx' | 'signal' | 'tell' | 'audit'>,
  { agent_id: agentId, owner_user_id: owner }: AgentRow,
): Promise<void> {
  if (!(await releaseAgent(tx, agentId, 'admin'))) return;
  signal([{ to: 'servers', type: 'agentChanged', agentId }]);
  tell([owner], 'membershipUpdated', { agentId });
  await audit('agent.unsuspended', { agentId });
}

/** Locks an active person, so that nobody disables them meanwhile. */
async function lockOwner(tx: Tx, userId: UserId): Promise<void> {
  await lockUser(tx, userId);
  const person = await findPerson(tx, userId);
  if (person?.status !== 'active') refuse('user_not_found', { path: '/ownerUserId' });
}

async function requireRoomUnlessOwn(
  tx: Tx,
  app: Pick<Core, 'config'>,
  agentId: AgentRow['agent_id'],
  ownerUserId: UserId,
): Promise<void> {
  const [agent] = await findAgents(tx, [agentId]);
  if (agent?.owner_user_id !== ownerUserId) await requireRoom(tx, app, ownerUserId);
}
