import type { AgentId } from '@parley/protocol';
import type { AgentQueues } from './agent-queues.ts';
import { endAttemptSpan, startAttemptSpan } from '../dispatch/attempt-span.ts';
import type { CarrierSet } from '../../carriers/carrier-set.ts';
import type { NewDelivery } from '../delivery.ts';
import type { DispatchResults } from '../dispatch/dispatcher.ts';
import type { EngineParts, PredictedFailure, Predictions } from '../engine.ts';
import { scheduleOf, settlementOf } from '../lease/retry.ts';
import { deliverySignals } from '../lease/settler.ts';

type Parts = Pick<EngineParts, 'clock' | 'config' | 'hub' | 'metrics'>;

/**
 * Predicts which first attempts would fail, because this server cannot reach their agents now. The statement that
 * queues these deliveries verifies the prediction, and then writes them as the attempt would leave them.
 */
export function predictFailures(
  { clock, config }: Parts,
  { queues, carriers }: { readonly queues: AgentQueues; readonly carriers: CarrierSet },
  deliveries: readonly NewDelivery[],
  wanted: readonly boolean[],
): Predictions {
  const nowMs = clock.now();
  const schedule = scheduleOf(config);
  const agents = new Map<AgentId, Predictions['agents'][number] | null>();
  const lookAt = (agentId: AgentId) => {
    const known = agents.get(agentId);
    if (known !== undefined) return known;
    const target = queues.find(agentId)?.where.last;
    const result =
      target?.status === 'live' && target.credential?.secret ? carriers.carrierOf(target).predictFailure(target) : null;
    const found =
      target?.credential && result
        ? {
            agentId,
            ...target.credential,
            transport: carriers.transportOf(target),
            webhookUrl: target.webhookUrl,
            result,
          }
        : null;
    agents.set(agentId, found);
    return found;
  };
  const retryAt = deliveries.map(({ agentId, conversationId }, place) => {
    const isNext = wanted[place] && queues.find(agentId)?.holds(conversationId) === false;
    const agent = isNext ? lookAt(agentId) : null;
    return agent && settlementOf(unattempted, agent.result, schedule, nowMs).nextAttemptAt;
  });
  return { agents: [...agents.values()].filter((agent) => agent !== null), retryAt, at: new Date(nowMs) };
}

/** Emits metrics, spans and signals for attempts recorded as failed at insert time. Called after the commit. */
export function reportPredicted(
  { hub, metrics }: Parts,
  {
    carriers,
    results,
  }: { readonly carriers: CarrierSet; readonly results: Pick<DispatchResults, 'dueAgain' | 'failed'> },
  predicted: readonly PredictedFailure[],
): void {
  if (predicted.length === 0) return;
  for (const { delivery, agent } of predicted) {
    metrics.attemptEnded(agent.result.outcome, agent.transport, 0);
    const span = startAttemptSpan(agent.transport, { ...delivery, ...unattempted });
    if (span !== null) endAttemptSpan(span, agent.result);
  }
  results.dueAgain(new Date(Math.min(...predicted.map(({ retryAt }) => retryAt.getTime()))));
  const transports = new Map(predicted.map(({ agent }) => [agent.agentId, agent.transport]));
  for (const [agentId, transport] of transports) results.failed(agentId, carriers.byTransport(transport));
  // Published after the message signals, in the same tick.
  queueMicrotask(() => hub.publish(deliverySignals(predicted.map(({ delivery }) => delivery))));
}

const unattempted = { attemptCount: 0, attemptsBefore: 0, crashCount: 0 } as const;
