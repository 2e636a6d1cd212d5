import type { AgentId, DeliveryId, ListenerAckBody } from '@parley/protocol';
import type { DeliveryApp } from '../delivery-app.ts';
import { refuse } from '../../routing/refusal.ts';
import { accepted, failed } from '../../carriers/attempt-result.ts';
import { snippetOf } from '../../carriers/webhook/response-snippet.ts';
import { settleByAck } from './settle-by-ack.ts';
import { deliverySignals } from './settler.ts';

/**
 * Takes an acknowledgement. It usually reaches the server that holds the stream and ends its wait; else it is settled in the
 * database, where it ends the wait of the server that holds the stream, and where a late `accepted` still spares a delivery its
 * next attempt.
 *
 * @returns whether the platform was still waiting for it.
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
): Promise<boolean> {
  const took = ack.status === 'accepted';
  const result = {
    ...(took ? accepted : failed('ack_failed', ack.error ?? 'The agent’s handler failed.', true)),
    statusCode: ack.statusCode ?? null,
    responseSnippet: snippetOf(Buffer.from(ack.responseSnippet ?? '')),
  };
  if (await relays.acknowledge(agentId, deliveryId, result)) return true;
  const schedule = { delaysMs: config.retryDelaysMs, maxAttempts: config.maxAttempts };
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
    ]);
    // One that failed falls due again; asleep, the engine would learn of it late.
    if (!took) engine.wake();
  }
  return settled.matched;
}
