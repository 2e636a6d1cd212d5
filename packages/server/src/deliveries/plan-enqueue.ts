import type { AgentQueues } from './agent-queues.ts';
import type { Claimed, NewDelivery } from './delivery.ts';
import type { Dispatcher } from './dispatcher.ts';
import type { EnqueuePlan } from './engine.ts';

/** Says which deliveries this server wants, and begins to read where those go while they are still being committed. */
export function planFor(
  { queues, dispatcher }: { readonly queues: AgentQueues; readonly dispatcher: Pick<Dispatcher, 'warm'> },
  nodeId: string,
  deliveries: readonly NewDelivery[],
): EnqueuePlan {
  const wanted = queues.wants(deliveries);
  dispatcher.warm(deliveries.filter((_, place) => wanted[place]));
  return {
    nodeId,
    wanted,
    enqueued(written, mine) {
      const queued = deliveries.filter(({ deliveryId }) => written.has(deliveryId));
      const waiting = queued.filter(({ deliveryId }) => !mine.has(deliveryId)).map(({ agentId }) => agentId);
      const claimed = queued.filter(({ deliveryId }) => mine.has(deliveryId)).map(freshlyClaimed);
      return { claimed, waiting: [...new Set(waiting)] };
    },
  };
}

function freshlyClaimed(delivery: NewDelivery): Claimed {
  return { ...delivery, dueAt: delivery.createdAt, attemptCount: 0, attemptsBefore: 0, crashCount: 0, fence: 1 };
}
