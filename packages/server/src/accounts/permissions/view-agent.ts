import { isId, type AgentId, type UserId } from '@parley/protocol';
import { isLive, type AgentRow } from '../agents/agent.ts';
import { findAgents, isLetIn } from '../agents/queries.ts';
import { refuse } from '../../platform/routing/refusal.ts';
import type { Db, Tx } from '../../platform/storage/storage.ts';
import { findMembership } from './queries.ts';

/**
 * Returns an agent that this person may see: their own, one with access `request` or `public`, or one that they have a
 * relation to. Refuses with `agent_not_found` for any other agent and for a deleted one.
 */
export async function viewAgent(db: Db | Tx, userId: UserId, agentId: string): Promise<AgentRow> {
  const agent = isId('agent', agentId) ? (await findAgents(db, [agentId]))[0] : undefined;
  if (!agent || agent.status === 'deleted') return refuse('agent_not_found');
  const open = agent.owner_user_id === userId || agent.access !== 'private';
  if (!open && !(await findMembership(db, agent.agent_id, userId))) return refuse('agent_not_found');
  return agent;
}

/**
 * Returns an agent that this person may add to a conversation: it is live, and it is public, their own, or has let them
 * in. Refuses with `agent_not_found` otherwise, and with `agent_pending` if the agent is not approved and would meet
 * others than its owner.
 */
export async function seatableAgent(
  db: Db | Tx,
  userId: UserId,
  agentId: AgentId,
  people: readonly UserId[],
): Promise<AgentRow> {
  const agent = (await findAgents(db, [agentId]))[0];
  if (!agent || !isLive(agent)) return refuse('agent_not_found');
  const may =
    agent.access === 'public' ||
    agent.owner_user_id === userId ||
    (agent.access === 'request' && (await isLetIn(db, agentId, userId)));
  if (!may) return refuse('agent_not_found');
  requireApproval(agent, people);
  return agent;
}

/** Refuses with `agent_pending` if an agent that is not approved would meet others than its owner. */
export function requireApproval(agent: AgentRow, people: readonly UserId[]): void {
  if (agent.approval !== null && people.some((userId) => userId !== agent.owner_user_id)) refuse('agent_pending');
}
