import type { AgentId, UserId } from '@parley/protocol';
import { lockOwnedAgent } from '../accounts/agents/owned-agent.ts';
import type { Core } from '../platform/routing/core.ts';
import { refuse } from '../platform/routing/refusal.ts';
import type { Tx } from '../platform/storage/storage.ts';
import { deleteModel } from './model-queries.ts';
import { deleteUsage } from './usage-queries.ts';

/** Takes the model from the caller's agent, which stays. */
export async function removeModel(app: Pick<Core, 'commit'>, userId: UserId, agentId: string): Promise<void> {
  await app.commit(async ({ tx, signal, audit }) => {
    const agent = await lockOwnedAgent(tx, userId, agentId);
    if (!(await eraseModel(tx, agent.agent_id))) refuse('model_not_found');
    await audit('model.removed', { agentId: agent.agent_id });
    signal([{ to: 'servers', type: 'agentChanged', agentId: agent.agent_id }]);
  });
}

/** Deletes an agent's model with its key and its records. Returns false if it has none. */
export async function eraseModel(tx: Tx, agentId: AgentId): Promise<boolean> {
  const isDeleted = await deleteModel(tx, agentId);
  await deleteUsage(tx, agentId);
  return isDeleted;
}
