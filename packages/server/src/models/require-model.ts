import type { UserId } from '@parley/protocol';
import type { AgentRow } from '../accounts/agents/agent.ts';
import { requireOwnedAgent } from '../accounts/agents/owned-agent.ts';
import { refuse } from '../platform/routing/refusal.ts';
import type { Db } from '../platform/storage/storage.ts';
import { findModel } from './model-queries.ts';
import type { ModelRow } from './model.ts';

/** Returns the caller's own agent with its model. Refuses other agents, and agents without a model. */
export async function requireModel(
  db: Db,
  userId: UserId,
  agentId: string,
): Promise<{ readonly agent: AgentRow; readonly row: ModelRow }> {
  const agent = await requireOwnedAgent(db, userId, agentId);
  const row = (await findModel(db, agent.agent_id)) ?? refuse('model_not_found');
  return { agent, row };
}
