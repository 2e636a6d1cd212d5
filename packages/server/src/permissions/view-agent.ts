import { isId, type AgentId, type UserId } from '@parley/protocol';
import { isLive, type AgentRow } from '../agents/agent.ts';
import { findAgents, isLetIn } from '../agents/queries.ts';
import { refuse } from '../routing/refusal.ts';
import type { Db, Tx } from '../storage/storage.ts';
import { findMembership } from './queries.ts';

/**
 * The agent, where this person may see it: their own, one that is open to requests or to all, or one that they have had to do
 * with. Any other is not there, and so is one that was deleted.
 */
export async function viewAgent(db: Db | Tx, userId: UserId, agentId: string): Promise<AgentRow> {
  const agent = isId('agent', agentId) ? (await findAgents(db, [agentId]))[0] : undefined;
  if (!agent || agent.status === 'deleted') return refuse('agent_not_found');
  const open = agent.owner_user_id === userId || agent.access !== 'private';
  if (!open && !(await findMembership(db, agent.agent_id, userId))) return refuse('agent_not_found');
  return agent;
}

/** The agent, where this person may seat it in a conversation now: it is live, and public, their own, or has let them in. */
export async function seatableAgent(db: Db | Tx, userId: UserId, agentId: AgentId): Promise<AgentRow> {
  const agent = (await findAgents(db, [agentId]))[0];
  if (!agent || !isLive(agent)) return refuse('agent_not_found');
  const may =
    agent.access === 'public' ||
    agent.owner_user_id === userId ||
    (agent.access === 'request' && (await isLetIn(db, agentId, userId)));
  return may ? agent : refuse('agent_not_found');
}
