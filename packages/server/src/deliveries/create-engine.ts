import type { OpenCarriers } from '../carriers/open-carriers.ts';
import type { NewDelivery } from './delivery.ts';
import { nothingQueued, type Engine, type EngineParts } from './engine.ts';
import { insertDeliveries } from './queue/enqueue-queries.ts';
import { finishWithin } from './finish-within.ts';
import { tellForegone } from './queue/foregone.ts';
import { hearSignals } from './hear-signals.ts';
import { planFor } from './queue/plan-enqueue.ts';
import { wireEngine } from './wire-engine.ts';

/** Puts the engine of this server together. It does nothing until it is started. */
export function createEngine(parts: EngineParts, openCarriers: OpenCarriers): Engine {
  const { hub } = parts;
  const works = wireEngine(parts, openCarriers);
  const { lease, carriers, ways, queues, attempts, dispatcher, parked, plan, errands, dispatches } = works;
  const ends: (() => void)[] = [];

  /** Brings nothing more into memory. */
  const stop = () => {
    plan.stop();
    errands.stop();
  };
  /** What is left in hand is anybody's now, and the others are told so, or they would find it only when they look again. */
  const releaseLeases = async () => {
    for (const end of ends.splice(0)) end();
    await lease.stop();
    hub.publish([{ to: 'servers', type: 'deliveriesDue' }]);
  };
  const planEnqueue = (deliveries: readonly NewDelivery[]) => planFor(parts, works, lease.nodeId, deliveries);

  return {
    get nodeId() {
      return lease.nodeId;
    },
    carriers,
    load: () => ({ ...queues.load(), underWay: attempts.underWay(), ...ways.load() }),
    async enqueue(tx, deliveries) {
      if (deliveries.length === 0) return nothingQueued;
      const plan = planEnqueue(deliveries);
      const placed = await insertDeliveries(tx, deliveries, plan);
      return plan.enqueued(new Set(deliveries.map(({ deliveryId }) => deliveryId)), placed);
    },
    planEnqueue,
    handOff({ claimed, waiting, foregone, laneFloors }) {
      for (const found of laneFloors) works.laneFloors.note(found);
      dispatcher.take(claimed);
      tellForegone(parts, works, foregone);
      if (waiting.length === 0) return;
      for (const agentId of waiting) dispatcher.waits(agentId);
      hub.publish(waiting.map((agentId) => ({ to: 'servers', type: 'deliveriesWaiting', agentId }) as const));
    },
    wake: () => plan.wake(),
    opened: (agentId) => parked.opened(agentId),
    nudge: (agentId) => dispatcher.waits(agentId),
    dispatchesOf: (deliveries) => dispatches.of(deliveries),
    async start() {
      await lease.start();
      ends.push(dispatches.listen(), hearSignals(hub, works));
      plan.sweep();
    },
    async drain(graceMs, others) {
      stop();
      await Promise.all([finishWithin(graceMs, works), others]);
      await releaseLeases();
    },
    async abandon() {
      stop();
      await releaseLeases();
    },
    async idle() {
      await queues.emptied();
      await attempts.idle();
      while (plan.isBusy || errands.isBusy) {
        await plan.idle();
        await errands.idle();
      }
    },
  };
}
