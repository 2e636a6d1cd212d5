import { SpanKind } from '@opentelemetry/api';
import type { AgentTransport } from '@parley/protocol';
import { isTraced, startSpan, type OpenSpan } from '../../../platform/telemetry/span.ts';
import type { AttemptResult } from '../../carriers/attempt-result.ts';
import type { Claimed } from '../delivery.ts';

/**
 * Starts the span of one attempt, as a child of the request that queued the delivery. Returns null if tracing is off.
 */
export function startAttemptSpan(
  transport: AgentTransport,
  delivery: Omit<Claimed, 'body' | 'dueAt' | 'fence'>,
): OpenSpan | null {
  if (!isTraced()) return null;
  return startSpan('attempt delivery', {
    kind: SpanKind.PRODUCER,
    parent: delivery.trace,
    attributes: {
      'parley.delivery_id': delivery.deliveryId,
      'parley.agent_id': delivery.agentId,
      'parley.conversation_id': delivery.conversationId,
      'parley.event': delivery.event,
      'parley.transport': transport,
      'parley.attempt': delivery.attemptCount + 1,
    },
  });
}

/**
 * Ends the span of an attempt.
 *
 * @param result Null if the delivery was left to another server.
 */
export function endAttemptSpan(span: OpenSpan, result: AttemptResult | null): void {
  if (result === null) return span.end({ 'parley.outcome': 'left_to_another_server' });
  const status = result.statusCode === null ? {} : { 'http.response.status_code': result.statusCode };
  span.end({ 'parley.outcome': result.outcome, ...status }, result.error);
}
