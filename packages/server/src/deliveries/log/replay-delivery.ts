import type { AgentId, ConversationId, DeliveryId } from '@parley/protocol';
import { refuse } from '../../routing/refusal.ts';
import type { Tx } from '../../storage/storage.ts';
import { deliveryMoves, stateOf } from '../delivery-moves.ts';
import { lockStanding, restartDelivery } from './standing-queries.ts';

/** Whether an agent has its seat in a conversation; conversations are none of this folder's business. */
export type HasSeat = (tx: Tx, agentId: AgentId, conversationId: ConversationId) => Promise<boolean>;

/**
 * Gives a delivery a fresh set of attempts, unless one is under way or still to come as if it were fresh. Where its conversation is gone,
 * or its agent has left it, the body counts as erased: what was said there is sent to nobody again. What a person has stopped is not
 * either, however it ended.
 */
export async function replayDelivery(
  tx: Tx,
  { agentId, deliveryId, now }: { readonly agentId: AgentId; readonly deliveryId: DeliveryId; readonly now: Date },
  hasSeat: HasSeat,
): Promise<void> {
  const row = await lockStanding(tx, agentId, deliveryId);
  if (!row) return refuse('delivery_not_found');
  if (row.stopped) return refuse('delivery_withdrawn');
  const mayBeSent = row.has_body && (await hasSeat(tx, agentId, row.conversationId));
  const next = deliveryMoves[stateOf({ ...row, has_body: mayBeSent })].replay;
  if (next === null) return;
  if (next === 'delivery_body_erased' || next === 'delivery_withdrawn') return refuse(next);
  await restartDelivery(tx, row, now);
}
