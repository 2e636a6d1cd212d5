import type { QueuedDelivery } from '@parley/protocol';
import type { NewDelivery } from '../../engine/deliveries/delivery.ts';

/** Presents deliveries in the response to the request that queued them, before anything was sent. */
export function presentQueued(deliveries: readonly NewDelivery[]): QueuedDelivery[] {
  return deliveries.map(({ agentId, deliveryId }) => ({ agentId, deliveryId, dispatchedAt: null, status: 'pending' }));
}
