import type { AgentId, AgentStatus, UserId } from '@parley/protocol';
import type { Core } from '../routing/core.ts';
import type { Signal } from '../signals/signal.ts';
import type { Tx } from '../storage/storage.ts';
import type { AgentRow } from './agent.ts';
import { lockOwnedAgent } from './lock-owned-agent.ts';
import { updateStatus } from './queries.ts';

/** Drops what an agent had begun to say, and gives the signals that tell of it; messages are none of this folder's business. */
export type DropDrafts = (tx: Tx, which: { readonly agentId: AgentId }) => Promise<Signal[]>;

/**
 * Pauses, resumes or deletes an agent. A paused agent's queued deliveries wait and its streams close; a deleted one's end as
 * failed. The engines learn of it by the signal, and look again when they sweep. Its open drafts are dropped, when it is resumed
 * too, since a reply that was under way as it was paused may have left one.
 */
export async function changeStatus(
  { commit }: Pick<Core, 'commit'>,
  ownerUserId: UserId,
  agentId: string,
  status: AgentStatus,
  dropDrafts: DropDrafts,
): Promise<AgentRow> {
  return commit(async ({ tx, signal }) => {
    const before = await lockOwnedAgent(tx, ownerUserId, agentId);
    await updateStatus(tx, before.agent_id, status, null);
    signal([{ to: 'servers', type: 'agentChanged', agentId: before.agent_id }]);
    signal(await dropDrafts(tx, { agentId: before.agent_id }));
    return { ...before, status, status_reason: null };
  });
}
