import type { AgentId, UserId } from '@parley/protocol';
import { findSharedConversations, lockConversations } from '../conversations/queries.ts';
import { findOpenDeliveries, withdrawDeliveries } from '../../engine/deliveries/withdraw-queries.ts';
import { withdrawnSignals } from '../../engine/deliveries/withdrawn-signals.ts';
import type { Signal } from '../../platform/signals/signal.ts';
import type { Tx } from '../../platform/storage/storage.ts';
import { dropDrafts } from '../messages/drafts/end-drafts.ts';
import { deleteFormAnswers, isOnBehalfOf } from '../forms/form-answer-queries.ts';

/**
 * Ends open work between an agent and a person who blocks it, in the transaction of the block. Withdraws queued
 * deliveries on that person's behalf (form answers among them count as not given) and drops the agent's drafts for that
 * person. Locks their shared conversations, so that a concurrent write is either seen here or sees the block.
 *
 * @returns the signals to publish after the commit.
 */
export async function endDealings(tx: Tx, agentId: AgentId, userId: UserId, now: Date): Promise<Signal[]> {
  await lockConversations(tx, await findSharedConversations(tx, agentId, userId));
  return endDealingsOf(tx, userId, [agentId], now);
}

/**
 * Does the same for several agents, for a person who is disabled. The caller holds the locks of the person's
 * conversations with them.
 */
export async function endDealingsOf(
  tx: Tx,
  userId: UserId,
  agentIds: readonly AgentId[],
  now: Date,
): Promise<Signal[]> {
  const open = await findOpenDeliveries(tx, agentIds, (deliveryId) => isOnBehalfOf(deliveryId, userId));
  const withdrawn = await withdrawDeliveries(tx, open, now);
  await deleteFormAnswers(
    tx,
    withdrawn.map(({ deliveryId }) => deliveryId),
  );
  return [...withdrawnSignals(withdrawn), ...(await dropDrafts(tx, { agentIds, userId }))];
}
