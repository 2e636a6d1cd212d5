import type { AgentId, UserId } from '@parley/protocol';
import { findSharedConversations, lockConversations } from '../conversations/queries.ts';
import { findOpenDeliveries, withdrawDeliveries } from '../deliveries/log/withdraw-queries.ts';
import { withdrawnSignals } from '../deliveries/lease/withdrawn.ts';
import type { Signal } from '../signals/signal.ts';
import type { Tx } from '../storage/storage.ts';
import { dropDrafts } from '../messages/drafts/end-drafts.ts';
import { isOnBehalfOf } from '../forms/form-answer-queries.ts';

/**
 * Ends what is under way between an agent and a person who blocks it, in the transaction of the block: what is queued on that
 * person's behalf is withdrawn, and what the agent had begun to answer is dropped. Their conversations are locked, so that what is being
 * written there is either seen here or sees the block.
 *
 * @returns the signals to publish once the transaction is committed.
 */
export async function endDealings(tx: Tx, agentId: AgentId, userId: UserId, now: Date): Promise<Signal[]> {
  await lockConversations(tx, await findSharedConversations(tx, agentId, userId));
  const open = await findOpenDeliveries(tx, agentId, (deliveryId) => isOnBehalfOf(deliveryId, userId));
  const withdrawn = await withdrawDeliveries(tx, open, now);
  return [...withdrawnSignals(withdrawn), ...(await dropDrafts(tx, { agentId, userId }))];
}
