import { isId, type AgentId, type AgentTransfer, type UserId } from '@parley/protocol';
import type { AgentRow } from '../../accounts/agents/agent.ts';
import { lockOwnedAgent } from '../../accounts/agents/owned-agent.ts';
import { findAgents, lockAgent } from '../../accounts/agents/queries.ts';
import { deleteTransfer, findTransfer, putTransfer, type TransferRow } from '../../accounts/agents/transfer-queries.ts';
import { findByHandle } from '../../accounts/users/account-queries.ts';
import { findSeatable } from '../../accounts/users/find-seatable.ts';
import type { Core } from '../../platform/routing/core.ts';
import { refuse } from '../../platform/routing/refusal.ts';
import type { Db } from '../../platform/storage/storage.ts';
import { handOver, requireRoom, type HandOverApp } from './hand-over.ts';

/** Offers the caller's agent to another person. Until they accept, nothing changes. */
export async function offerAgent(
  { commit, clock, storage }: Pick<Core, 'commit' | 'clock' | 'storage'>,
  from: UserId,
  agentId: string,
  handle: string,
): Promise<AgentTransfer> {
  const person = await findByHandle(storage.db, handle);
  return commit(async ({ tx, tell, audit }) => {
    const to = person === null ? undefined : (await findSeatable(tx, from, [person.user_id])).get(person.user_id);
    const { agent_id, approval } = await lockOwnedAgent(tx, from, agentId);
    if (to === undefined) return refuse('user_not_found', { path: '/handle' });
    if (to.user_id === from)
      refuse('malformed_request', { path: '/handle', message: 'The agent is yours already; name another person.' });
    if (approval !== null) refuse('agent_pending');
    const before = await deleteTransfer(tx, agent_id);
    await putTransfer(tx, {
      agent_id,
      from_user_id: from,
      to_user_id: to.user_id,
      created_at: new Date(clock.now()),
    });
    tell([from, to.user_id, ...(before === null ? [] : [before])], 'membershipUpdated', { agentId: agent_id });
    await audit('agent.offered', { agentId: agent_id, toUserId: to.user_id });
    return presentTransfer((await findTransfer(tx, agent_id)) ?? refuse('user_not_found', { path: '/handle' }));
  });
}

/** Returns the offer of an agent to its owner or to the other person; null to an owner who offers it to nobody. */
export async function readTransfer(db: Db, caller: UserId, id: string): Promise<AgentTransfer | null> {
  const agentId = isId('agent', id) ? id : refuse('agent_not_found');
  const offer = await findTransfer(db, agentId);
  if (offer !== null && [offer.from_user_id, offer.to_user_id].includes(caller)) return presentTransfer(offer);
  const [agent] = await findAgents(db, [agentId]);
  if (!agent || agent.owner_user_id !== caller || agent.status === 'deleted') return refuse('agent_not_found');
  return null;
}

/** Accepts an agent that was offered to the caller. Locks both people, then the agent, and reads the offer again. */
export async function acceptTransfer(
  app: HandOverApp & Pick<Core, 'commit'>,
  caller: UserId,
  id: string,
): Promise<AgentRow> {
  const agentId = isId('agent', id) ? id : refuse('agent_not_found');
  return app.commit(async (work) => {
    const { tx } = work;
    const seen = await findTransfer(tx, agentId);
    if (seen?.to_user_id !== caller) return refuse('agent_not_found');
    await findSeatable(tx, caller, [seen.from_user_id]);
    await requireRoom(tx, app, caller);
    const agent = await lockAgent(tx, agentId);
    const offer = await findTransfer(tx, agentId);
    if (agent === null || offer?.to_user_id !== caller) return refuse('agent_not_found');
    await handOver(work, app, agent, { toUserId: caller, by: caller });
    return (await findAgents(tx, [agentId]))[0] ?? refuse('agent_not_found');
  });
}

/** Ends the offer of an agent: its owner takes it back, or the other person refuses it. */
export async function endTransfer({ commit }: Pick<Core, 'commit'>, caller: UserId, id: string): Promise<void> {
  const agentId: AgentId = isId('agent', id) ? id : refuse('agent_not_found');
  await commit(async ({ tx, tell, audit }) => {
    const agent = await lockAgent(tx, agentId);
    const offer = await findTransfer(tx, agentId);
    const isOwner = agent?.owner_user_id === caller && agent.status !== 'deleted';
    if (agent === null || (!isOwner && offer?.to_user_id !== caller)) return refuse('agent_not_found');
    const to = await deleteTransfer(tx, agentId);
    if (to === null) return;
    tell([agent.owner_user_id, to], 'membershipUpdated', { agentId });
    await audit('agent.offer_ended', { agentId });
  });
}

function presentTransfer(row: TransferRow): AgentTransfer {
  return {
    agentId: row.agent_id,
    agentHandle: row.agent_handle,
    agentName: row.agent_name,
    from: { userId: row.from_user_id, handle: row.from_handle, displayName: row.from_name },
    to: { userId: row.to_user_id, handle: row.to_handle, displayName: row.to_name },
    createdAt: row.created_at.toISOString(),
  };
}
