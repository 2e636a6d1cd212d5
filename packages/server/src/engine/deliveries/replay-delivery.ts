import { sql } from 'kysely';
import type { AgentId, ConversationId, DeliveryId } from '@parley/protocol';
import { findBlocks } from '../../accounts/permissions/queries.ts';
import { refuse } from '../../platform/routing/refusal.ts';
import type { Tx } from '../../platform/storage/storage.ts';
import { deliveryMoves, stateOf } from './delivery-moves.ts';
import { findDelivery, type DeliveryLogRow } from './log/log-queries.ts';
import { lockStanding, restartDelivery, type StandingRow } from './log/standing-queries.ts';

/** Checks whether an agent still has the seat in which it received a delivery, and locks the seat against removal. */
export type HasSeat = (
  tx: Tx,
  agentId: AgentId,
  sent: { readonly conversation_id: ConversationId; readonly created_at: Date },
) => Promise<boolean>;

/**
 * Gives a delivery a new set of attempts, unless one is running or the first is still to come. If the conversation is
 * gone or the agent has left it, the body counts as erased, even if the agent came back; a stopped delivery is never
 * sent again, nor is one of a person who blocks the agent now. Locks the conversation before the delivery, as the removal of a seat does.
 */
export async function replayDelivery(
  tx: Tx,
  { agentId, deliveryId, now }: { readonly agentId: AgentId; readonly deliveryId: DeliveryId; readonly now: Date },
  hasSeat: HasSeat,
): Promise<void> {
  const sent = await findDelivery(tx, agentId, deliveryId);
  const isSeated = sent !== null && (await hasSeat(tx, agentId, sent));
  const row = await lockStanding(tx, agentId, deliveryId);
  if (!row) return refuse('delivery_not_found');
  if (row.stopped) return refuse('delivery_withdrawn');
  const next = deliveryMoves[stateOf({ ...row, has_body: row.has_body && isSeated })].replay;
  if (next === null) return;
  if (next === 'delivery_withdrawn' && sent !== null && isErased(sent, row)) return refuse('delivery_body_erased');
  if (next === 'delivery_body_erased' || next === 'delivery_withdrawn') return refuse(next);
  if ((await findBlocks(tx, [row.userId], sql`(${agentId})`)).length > 0) return refuse('delivery_withdrawn');
  await restartDelivery(tx, row, now);
}

/**
 * Returns whether a withdrawn delivery had been sent and has lost its body since: its message was deleted during an attempt. A form
 * submission loses its body whenever it ends.
 */
function isErased({ event }: Pick<DeliveryLogRow, 'event'>, row: StandingRow): boolean {
  return row.dispatched_at !== null && !row.has_body && event !== 'form.submitted';
}
