import type { OpenCarriers } from './carriers/open-carriers.ts';
import { waysOf } from './carriers/ways.ts';
import type { NewDelivery } from './delivery.ts';
import { DispatchTimes } from './dispatch-times.ts';
import { Dispatcher } from './dispatcher.ts';
import type { Engine, EngineParts } from './engine.ts';
import { insertDeliveries } from './enqueue-queries.ts';
import { Intake } from './intake.ts';
import { NodeLease } from './node-lease.ts';
import { planFor } from './plan-enqueue.ts';

/** Puts the engine of this server together. It does nothing until it is started. */
export function createEngine(parts: EngineParts, openCarriers: OpenCarriers): Engine {
  const lease = new NodeLease(parts);
  const nodeId = () => lease.nodeId;
  const carriers = openCarriers(nodeId);
  const ways = waysOf(carriers);
  const dispatcher = new Dispatcher(parts, nodeId, ways);
  const intake = new Intake(parts, nodeId, dispatcher, ways);
  const dispatches = new DispatchTimes(parts.hub, nodeId, (id) => dispatcher.wentOutAt(id));
  let endAnswers: () => void = () => undefined;
  lease.onReaped(() => intake.wake());
  lease.onLost(() => {
    dispatcher.forgetAll();
    ways.leaseLost();
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
    carriers,
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
    opened: (agentId) => intake.opened(agentId),
    nudge: (agentId) => dispatcher.waits(agentId),
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
