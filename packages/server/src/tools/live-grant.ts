import type { UserId } from '@parley/protocol';
import type { AgentRow } from '../agents/agent.ts';
import { findMembership } from '../permissions/queries.ts';
import type { Tx } from '../storage/storage.ts';

/**
 * Whether a person's grant of a scope to an agent stands at this moment: they granted it and have not blocked the agent, and its
 * manifest still asks for it.
 */
export async function hasLiveGrant(tx: Tx, agent: AgentRow, userId: UserId, scope: string): Promise<boolean> {
  if (agent.status === 'deleted' || !agent.requested_scopes.some((requested) => requested.scope === scope))
    return false;
  const membership = await findMembership(tx, agent.agent_id, userId);
  return membership !== null && !membership.blocked && membership.granted_scopes.includes(scope);
}
