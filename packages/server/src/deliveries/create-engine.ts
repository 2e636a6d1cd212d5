import { createWebhookClient, type OpenWebhookClient } from './carriers/webhook/post-webhook.ts';
import type { NewDelivery } from './delivery.ts';
import { DispatchTimes } from './dispatch-times.ts';
import { Dispatcher } from './dispatcher.ts';
import type { Engine, EngineParts } from './engine.ts';
import { insertDeliveries } from './enqueue-queries.ts';
import { Intake } from './intake.ts';
import { NodeLease } from './node-lease.ts';
import { planFor } from './plan-enqueue.ts';

/** Puts the engine of this server together. It does nothing until it is started. `openClient` is what its webhooks go out by. */
export function createEngine(parts: EngineParts, openClient: OpenWebhookClient = createWebhookClient): Engine {
  const lease = new NodeLease(parts);
  const nodeId = () => lease.nodeId;
  const dispatcher = new Dispatcher(parts, nodeId, openClient);
  const intake = new Intake(parts, nodeId, dispatcher);
  const dispatches = new DispatchTimes(parts.hub, nodeId, (id) => dispatcher.wentOutAt(id));
  let endAnswers: () => void = () => undefined;
  lease.onReaped(() => intake.wake());
  lease.onLost(() => {
    dispatcher.forgetAll();
    // The other servers no longer know of these streams: their agents open new ones, which are noted under the new name.
    for (const stream of dispatcher.relays.all()) stream.close('lease_lost');
  });

  /** What is left in hand is anybody's now, and the others are told so, or they would find it only when they look again. */
  const letGo = async () => {
    endAnswers();
    await lease.stop();
    parts.hub.publish([{ to: 'servers', type: 'deliveriesDue' }]);
  };

  const planEnqueue = (deliveries: readonly NewDelivery[]) => planFor(dispatcher, lease.nodeId, deliveries);

  return {
    get nodeId() {
      return lease.nodeId;
    },
    relays: dispatcher.relays,
    load: () => dispatcher.load(),
    async enqueue(tx, deliveries) {
      if (deliveries.length === 0) return { claimed: [], waiting: [] };
      const plan = planEnqueue(deliveries);
      const mine = await insertDeliveries(tx, deliveries, plan.wanted, plan.nodeId);
      return plan.enqueued(new Set(deliveries.map(({ deliveryId }) => deliveryId)), mine);
    },
    planEnqueue,
    handOff({ claimed, waiting }) {
      dispatcher.take(claimed);
      if (waiting.length === 0) return;
      for (const agentId of waiting) dispatcher.waits(agentId);
      parts.hub.publish(waiting.map((agentId) => ({ to: 'servers', type: 'deliveriesWaiting', agentId }) as const));
    },
    wake: () => intake.wake(),
    relayOpened: (agentId) => intake.relayOpened(agentId),
    nudge: (agentId) => dispatcher.waits(agentId),
    acknowledge: (agentId, deliveryId, result) => dispatcher.acknowledge(agentId, deliveryId, result),
    dispatchesOf: (deliveries) => dispatches.of(deliveries),
    async start() {
      await lease.start();
      endAnswers = dispatches.listen();
      intake.start();
    },
    async drain(graceMs, others) {
      intake.stop();
      await Promise.all([dispatcher.drain(graceMs), others]);
      intake.close();
      await letGo();
    },
    async abandon() {
      intake.stop();
      intake.close();
      await letGo();
    },
    async idle() {
      await dispatcher.idle();
      await intake.idle();
    },
  };
}
