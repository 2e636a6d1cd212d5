import type { AgentId } from '@parley/protocol';
import type { AgentQueues } from './agent-queues.ts';
import type { CarrierSet } from '../../carriers/carrier-set.ts';
import type { Claimed, NewDelivery } from '../delivery.ts';
import type { Dispatcher } from '../dispatch/dispatcher.ts';
import type { EngineParts, EnqueuePlan, PredictedFailure } from '../engine.ts';
import { predictFailures } from './predict-failures.ts';

/**
 * Plans which deliveries this server takes into memory, and starts to read their targets while they are being
 * committed.
 */
export function planFor(
  parts: EngineParts,
  works: {
    readonly queues: AgentQueues;
    readonly carriers: CarrierSet;
    readonly dispatcher: Pick<Dispatcher, 'warm'>;
  },
  nodeId: string,
  deliveries: readonly NewDelivery[],
): EnqueuePlan {
  const wanted = works.queues.wants(deliveries);
  const predictions = predictFailures(parts, works, deliveries, wanted);
  const agents = new Map(predictions.agents.map((agent) => [agent.agentId, agent]));
  works.dispatcher.warm(deliveries.filter((_, place) => wanted[place] && !predictions.retryAt[place]));
  return {
    nodeId,
    wanted,
    predictions,
    enqueued(placed) {
      const claimed: Claimed[] = [];
      const waiting = new Set<AgentId>();
      const predicted: PredictedFailure[] = [];
      for (const [place, delivery] of deliveries.entries()) {
        const { deliveryId, agentId } = delivery;
        const [agent, retryAt] = [agents.get(agentId), predictions.retryAt[place]];
        const where = placed.get(deliveryId);
        if (where === undefined) continue;
        if (where === 'leased') claimed.push(freshlyClaimed(delivery, predictions.at));
        else if (where === 'predicted' && agent && retryAt) predicted.push({ delivery, agent, retryAt });
        else waiting.add(agentId);
      }
      return { claimed, waiting: [...waiting], predicted };
    },
  };
}

function freshlyClaimed(delivery: NewDelivery, now: Date): Claimed {
  const dueAt = delivery.createdAt < now ? delivery.createdAt : now;
  return { ...delivery, dueAt, attemptCount: 0, attemptsBefore: 0, crashCount: 0, fence: 1 };
}
