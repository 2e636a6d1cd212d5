import { limits, type AgentId, type DeliveryId, type DeliveryState } from '@parley/protocol';
import { findAgents } from '../../../accounts/agents/queries.ts';
import type { App } from '../../conversations/app.ts';
import { findSeatNow } from '../../conversations/seat-queries.ts';
import { heldScopes } from '../../../accounts/permissions/held-scopes.ts';
import { findMembership } from '../../../accounts/permissions/queries.ts';
import { refuse } from '../../../platform/routing/refusal.ts';
import type { Tx } from '../../../platform/storage/storage.ts';
import { countReplies } from '../../transcript/queries.ts';
import { loadDeliveryReferences, loadReplyRights } from './reply-rights.ts';

/** A delivery, and the agent that asks about it. */
export interface CheckDelivery {
  readonly agentId: AgentId;
  readonly deliveryId: DeliveryId;
}

/**
 * Returns what a delivery currently authorizes. A delivery that may not be answered gives `delivery_not_found`, for any
 * reason.
 */
export async function checkDelivery(
  { storage, clock }: Pick<App, 'storage' | 'clock'>,
  reference: CheckDelivery,
): Promise<DeliveryState> {
  return storage.transaction((tx) => read(tx, clock.now(), reference));
}

/** Returns what a delivery authorizes an agent to answer, without a lock; null if it may not be answered. */
export async function readAuthority(tx: Tx, nowMs: number, reference: CheckDelivery) {
  const references = await loadDeliveryReferences(tx, nowMs, [reference]);
  const [conversationId] = references.conversationIds;
  const seat = conversationId === undefined ? null : await findSeatNow(tx, conversationId);
  const rights = await loadReplyRights(tx, references);
  return rights.of(reference, { conversation: () => seat ?? undefined });
}

async function read(tx: Tx, nowMs: number, reference: CheckDelivery): Promise<DeliveryState> {
  const { agentId, deliveryId } = reference;
  const authority = await readAuthority(tx, nowMs, reference);
  const [agent] = await findAgents(tx, [agentId]);
  if (!authority || !agent) return refuse('delivery_not_found');

  const membership = await findMembership(tx, agentId, authority.user_id);
  const { count = 0, stopped = false } = (await countReplies(tx, [deliveryId])).get(deliveryId) ?? {};
  const { event, conversation_id, created_at } = authority;
  return {
    delivery_id: deliveryId,
    event,
    conversation_id,
    granted_scopes: membership?.blocked ? [] : heldScopes(agent, membership),
    stopped,
    replies_left: stopped ? 0 : Math.max(0, limits.finalRepliesPerDelivery - count),
    expires_at: new Date(created_at.getTime() + limits.replyDays * 86_400_000).toISOString(),
  };
}
