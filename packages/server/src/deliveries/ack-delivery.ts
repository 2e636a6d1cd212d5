import type { AckBody, AgentId, DeliveryId } from '@parley/protocol';
import type { App } from '../app.ts';
import { refuse } from '../refusal.ts';
import { accepted, failed } from './carriers/attempt-result.ts';
import { settleByAck } from './settle-queries.ts';
import { deliverySignals } from './settler.ts';

/**
 * Takes an acknowledgement. It usually reaches the server that holds the stream and ends its wait; else it is settled in the
 * database, where a late `accepted` still spares a delivery its next attempt.
 *
 * @returns whether the platform was still waiting for it.
 */
export async function ackDelivery(
  { storage, clock, hub, engine }: Pick<App, 'storage' | 'clock' | 'hub' | 'engine'>,
  agentId: AgentId,
  deliveryId: DeliveryId,
  ack: AckBody,
): Promise<boolean> {
  const took = ack.status === 'accepted';
  const result = took ? accepted : failed('ack_failed', ack.error ?? 'The agent’s handler failed.', true);
  if (await engine.acknowledge(agentId, deliveryId, result)) return true;
  const settled = await storage.transaction((tx) =>
    settleByAck(tx, { deliveryId, agentId, accepted: took, now: new Date(clock.now()) }),
  );
  if (!settled) return refuse('delivery_not_found');
  if (settled.changed) {
    hub.publish([
      ...deliverySignals([settled.changed]),
      { to: 'servers', type: 'deliverySettled', agentId, deliveryId },
    ]);
  }
  return settled.matched;
}
