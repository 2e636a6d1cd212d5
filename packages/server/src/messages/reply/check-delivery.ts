import { limits, type AgentId, type DeliveryId, type DeliveryState } from '@parley/protocol';
import { findAgents } from '../../agents/queries.ts';
import type { App } from '../../conversations/app.ts';
import { hasSeat } from '../../conversations/seat-queries.ts';
import { heldScopes } from '../../permissions/held-scopes.ts';
import { findMembership } from '../../permissions/queries.ts';
import { refuse } from '../../routing/refusal.ts';
import type { Tx } from '../../storage/storage.ts';
import { countReplies } from '../../transcript/queries.ts';
import { loadDeliveryReferences, loadReplyRights } from './reply-rights.ts';

/** A delivery and the agent that asks about it. */
export interface CheckDelivery {
  readonly agentId: AgentId;
  readonly deliveryId: DeliveryId;
}

/** Says what a delivery still authorizes at this moment. One that may not be answered is not there, for whatever reason. */
export async function checkDelivery(
  { storage, clock }: Pick<App, 'storage' | 'clock'>,
  reference: CheckDelivery,
): Promise<DeliveryState> {
  return storage.transaction((tx) => read(tx, clock.now(), reference));
}

async function read(tx: Tx, nowMs: number, reference: CheckDelivery): Promise<DeliveryState> {
  const { agentId, deliveryId } = reference;
  const references = await loadDeliveryReferences(tx, nowMs, [reference]);
  const [conversationId] = references.conversationIds;
  const isSeated = conversationId !== undefined && (await hasSeat(tx, agentId, conversationId));
  const rights = await loadReplyRights(tx, references);
  const authority = rights.of(reference, { conversation: () => (isSeated ? { agent_id: agentId } : undefined) });
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
