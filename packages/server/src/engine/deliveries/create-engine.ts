import type { OpenCarriers } from '../carriers/open-carriers.ts';
import type { NewDelivery } from './delivery.ts';
import { nothingQueued, type Engine, type EngineLoad, type EngineParts } from './engine.ts';
import { insertDeliveries } from './enqueue-queries.ts';
import { finishWithin } from './lifecycle/finish-within.ts';
import { reportPredicted } from './queue/predict-failures.ts';
import { hearSignals } from './lifecycle/hear-signals.ts';
import { planFor } from './queue/plan-enqueue.ts';
import { wireEngine } from './lifecycle/wire-engine.ts';

/** Creates the engine of this server. It does nothing until `start`. */
export function createEngine(parts: EngineParts, openCarriers: OpenCarriers): Engine {
  const { hub } = parts;
  const works = wireEngine(parts, openCarriers);
  const { lease, carriers, queues, attempts, dispatcher, parked, plan, backgroundTasks, dispatches } = works;
  const ends: (() => void)[] = [];

  /** Stops claiming and starts no further background tasks. */
  const stop = () => {
    plan.stop();
    backgroundTasks.stop();
  };
  /** Releases the remaining leases and tells the other servers, which otherwise find the deliveries only by a sweep. */
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
    load: () => loadOf(works),
    async enqueue(tx, deliveries) {
      if (deliveries.length === 0) return nothingQueued;
      const plan = planEnqueue(deliveries);
      return plan.enqueued(await insertDeliveries(tx, deliveries, plan));
    },
    planEnqueue,
    handOff({ claimed, waiting, predicted }) {
      dispatcher.take(claimed);
      reportPredicted(parts, works, predicted);
      if (waiting.length === 0) return;
      for (const agentId of waiting) dispatcher.waits(agentId);
      hub.publish(waiting.map((agentId) => ({ to: 'servers', type: 'deliveriesWaiting', agentId }) as const));
    },
    wake: () => plan.wake(),
    opened: (agentId) => parked.opened(agentId),
    wakeAgent: (agentId) => dispatcher.waits(agentId),
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
      while (plan.isBusy || backgroundTasks.isBusy) {
        await plan.idle();
        await backgroundTasks.idle();
      }
    },
  };
}

function loadOf({ queues, attempts, failingAgents, carriers }: ReturnType<typeof wireEngine>): EngineLoad {
  const here = { underWay: attempts.underWay(), failingAgents: failingAgents.count() };
  return { ...queues.load(), ...here, ...carriers.load() };
}
