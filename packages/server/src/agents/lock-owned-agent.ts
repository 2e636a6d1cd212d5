import { isId, type UserId } from '@parley/protocol';
import { refuse } from '../routing/refusal.ts';
import type { Tx } from '../storage/storage.ts';
import type { AgentRow } from './agent.ts';
import { lockAgent } from './queries.ts';

/** The caller's own agent, locked for a change; anyone else's is not there. */
export async function lockOwnedAgent(tx: Tx, ownerUserId: UserId, agentId: string): Promise<AgentRow> {
  const agent = isId('agent', agentId) ? await lockAgent(tx, agentId) : null;
  if (!agent || agent.owner_user_id !== ownerUserId || agent.status === 'deleted') return refuse('agent_not_found');
  return agent;
}
