import { isId, type UserId } from '@parley/protocol';
import { refuse } from '../../platform/routing/refusal.ts';
import type { Db, Tx } from '../../platform/storage/storage.ts';
import type { AgentRow } from './agent.ts';
import { findAgents, lockAgent } from './queries.ts';

/** Returns the caller's own agent, for reading. Refuses with `agent_not_found` for any other. */
export async function requireOwnedAgent(db: Db | Tx, ownerUserId: UserId, agentId: string): Promise<AgentRow> {
  const [agent] = isId('agent', agentId) ? await findAgents(db, [agentId]) : [];
  return ownedBy(ownerUserId, agent ?? null);
}

/** Returns the caller's own agent and locks it, for a change. Refuses with `agent_not_found` for any other. */
export async function lockOwnedAgent(tx: Tx, ownerUserId: UserId, agentId: string): Promise<AgentRow> {
  return ownedBy(ownerUserId, isId('agent', agentId) ? await lockAgent(tx, agentId) : null);
}

function ownedBy(ownerUserId: UserId, agent: AgentRow | null): AgentRow {
  if (!agent || agent.owner_user_id !== ownerUserId || agent.status === 'deleted') return refuse('agent_not_found');
  return agent;
}
