import type { QueuedDelivery } from '@parley/protocol';
import type { NewDelivery } from '../deliveries/delivery.ts';

/** Deliveries as the answer to what queued them shows them: nothing of them has been sent yet. */
export function presentQueued(deliveries: readonly NewDelivery[]): QueuedDelivery[] {
  return deliveries.map(({ agentId, deliveryId }) => ({ agentId, deliveryId, dispatchedAt: null, status: 'pending' }));
}
