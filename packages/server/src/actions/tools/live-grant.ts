import type { UserId } from '@parley/protocol';
import type { AgentRow } from '../../accounts/agents/agent.ts';
import { mayUse } from '../../accounts/permissions/held-scopes.ts';
import { findMembership } from '../../accounts/permissions/queries.ts';
import type { Tx } from '../../platform/storage/storage.ts';

/**
 * Returns whether a person's grant of a scope to an agent is valid now: the person granted it and has not blocked the
 * agent, and the manifest still requests it.
 */
export async function hasLiveGrant(tx: Tx, agent: AgentRow, userId: UserId, scope: string): Promise<boolean> {
  return agent.status !== 'deleted' && mayUse(agent, await findMembership(tx, agent.agent_id, userId), scope);
}
