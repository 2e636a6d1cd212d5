import type { AgentId, DeliveryAttempt, DeliveryId, ListenerAckBody } from '@parley/protocol';
import type { DeliveryApp } from './delivery-app.ts';
import { refuse } from '../../platform/routing/refusal.ts';
import { accepted, failed } from '../carriers/attempt-result.ts';
import { snippetOf } from '../carriers/response-snippet.ts';
import { scheduleOf } from './lease/retry.ts';
import { settleByAck } from './lease/settle-by-ack.ts';
import { assignmentFailed, deliverySignals } from './lease/settler.ts';

/**
 * Takes an acknowledgement. If this server holds the stream, it ends the wait there. Otherwise it settles the delivery
 * in the database, which also ends the wait of the server that holds the stream; a late `accepted` saves the next
 * attempt.
 *
 * @returns whether an attempt was still waiting for it.
 */
export async function ackDelivery(
  {
    storage,
    clock,
    config,
    hub,
    engine,
    relays,
    metrics,
  }: Pick<DeliveryApp, 'storage' | 'clock' | 'config' | 'hub' | 'engine' | 'relays' | 'metrics'>,
  agentId: AgentId,
  deliveryId: DeliveryId,
  ack: ListenerAckBody,
  via: DeliveryAttempt['via'],
): Promise<boolean> {
  const took = ack.status === 'accepted';
  const result = {
    ...(took ? accepted : failed('ack_failed', ack.error ?? 'The agent’s handler failed.', true)),
    statusCode: ack.statusCode ?? null,
    responseSnippet: snippetOf(Buffer.from(ack.responseSnippet ?? '')),
    ...(via === 'listener' ? { via } : {}),
  };
  if (await relays.acknowledge(agentId, deliveryId, result)) return true;
  const schedule = scheduleOf(config);
  const settled = await storage.transaction((tx) =>
    settleByAck(tx, { deliveryId, agentId, result }, schedule, clock.now()),
  );
  if (!settled) return refuse('delivery_not_found');
  if (settled.changed) {
    if (settled.isOver) metrics.deliveriesEnded({ [took ? 'delivered' : 'failed']: 1 });
    if (settled.isOver && !took) metrics.deliveriesFailed({ ack_failed: 1 });
    hub.publish([
      ...deliverySignals([settled.changed]),
      { to: 'servers', type: 'deliverySettled', agentId, deliveryId },
      ...(settled.isOver && !took ? [assignmentFailed(agentId)] : []),
    ]);
    // A failed delivery falls due again. Without this call the engine would notice only at its next wake-up.
    if (!took) engine.wake();
  }
  return settled.matched;
}
