import type { AgentId, DeliveryId } from '@parley/protocol';
import { refuse } from '../refusal.ts';
import type { Tx } from '../storage/storage.ts';
import { deliveryMoves, stateOf } from './delivery-moves.ts';
import { lockStanding, restartDelivery } from './standing-queries.ts';

/** Gives a delivery a fresh set of attempts, unless one is under way or still to come as if it were fresh. */
export async function replayDelivery(tx: Tx, agentId: AgentId, deliveryId: DeliveryId, now: Date): Promise<void> {
  const row = await lockStanding(tx, agentId, deliveryId);
  if (!row) return refuse('delivery_not_found');
  const next = deliveryMoves[stateOf(row)].replay;
  if (next === null) return;
  if (next === 'delivery_body_erased') return refuse(next);
  await restartDelivery(tx, row, now);
}
