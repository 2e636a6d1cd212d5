import type { Hub } from '../../../platform/signals/hub.ts';
import type { Dispatcher } from '../dispatch/dispatcher.ts';
import type { BackgroundTasks } from './background-tasks.ts';
import type { Parked } from '../queue/parked.ts';
import type { WakePlan } from '../queue/wake-plan.ts';

/** Handles signals between servers, its own included. Returns a function that stops it. */
export function hearSignals(
  hub: Hub,
  engine: {
    readonly plan: WakePlan;
    readonly backgroundTasks: BackgroundTasks;
    readonly parked: Parked;
    readonly dispatcher: Dispatcher;
  },
): () => void {
  const { plan, backgroundTasks, parked, dispatcher } = engine;
  const stopListening = hub.onServer((signal) => {
    if (signal.type === 'resync') plan.sweep();
    else if (signal.type === 'deliveriesDue') plan.wake();
    else if (signal.type === 'deliveriesWaiting') parked.waitsElsewhere(signal.agentId);
    else if (signal.type === 'agentChanged' || signal.type === 'listenersChanged')
      backgroundTasks.run(() => parked.agentChanged(signal.agentId));
    else if (signal.type === 'deliveriesWithdrawn') dispatcher.withdraw(signal.agentId, signal.deliveryIds);
    else if (signal.type === 'deliveryResealed') dispatcher.recall(signal);
    else if (signal.type === 'deliverySettled') dispatcher.settledElsewhere(signal.agentId, signal.deliveryId);
    else if (signal.type === 'laneEnded') dispatcher.endLane(signal.agentId, signal.conversationId);
  });
  const forget = hub.onOthers((live) => {
    if (!live) parked.stillAlone();
    else if (parked.hasDeferred) backgroundTasks.run(() => parked.lookUpDeferred());
  });
  return () => {
    stopListening();
    forget();
  };
}
