import type { AgentStatus, UserId } from '@parley/protocol';
import type { App } from '../app.ts';
import type { AgentRow } from './agent.ts';
import { ownAgent } from './own-agent.ts';
import { updateStatus } from './queries.ts';

/**
 * Pauses, resumes or deletes an agent. A paused agent's queued deliveries wait and its streams close; a deleted one's end as
 * failed. The engines learn of it by the signal, and look again when they sweep.
 */
export async function changeStatus(
  { storage, hub }: Pick<App, 'storage' | 'hub'>,
  ownerUserId: UserId,
  agentId: string,
  status: AgentStatus,
): Promise<AgentRow> {
  const agent = await storage.transaction(async (tx) => {
    const before = await ownAgent(tx, ownerUserId, agentId);
    await updateStatus(tx, before.agent_id, status, null);
    return { ...before, status, status_reason: null };
  });
  hub.publish([{ to: 'servers', type: 'agentChanged', agentId: agent.agent_id }]);
  return agent;
}
