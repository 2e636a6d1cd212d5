import { SpanKind } from '@opentelemetry/api';
import type { Refusal } from '@parley/protocol';
import type { StoredAnswer } from '../../platform/routing/stored-answer.ts';
import { isTraced, startSpan, type OpenSpan } from '../../platform/telemetry/span.ts';
import type { Trace } from '../../platform/telemetry/trace.ts';
import type { PostReply } from './reply/reply.ts';
import type { SendMessage } from './send/send.ts';

type Verdict = StoredAnswer | Refusal;

/**
 * Sends a message within a span that ends when it is committed or refused. Attempts of its delivery become child spans.
 */
export async function sendWithSpan(
  message: SendMessage,
  send: (sent: SendMessage) => Promise<Verdict>,
): Promise<Verdict> {
  if (!isTraced()) return send(message);
  const attributes = { 'parley.conversation_id': message.conversationId };
  const span = startSpan('accept message', { kind: SpanKind.INTERNAL, parent: message.trace, attributes });
  let failure: string | null = 'not accepted';
  try {
    const verdict = await send({ ...message, trace: span?.trace ?? message.trace });
    failure = 'code' in verdict ? verdict.code : null;
    return verdict;
  } finally {
    span?.end({}, failure);
  }
}

/**
 * Returns the trace context of a reply, which its agent calls inherit. If the agent sent none, as over the relay, the
 * reply continues the trace of its delivery, and its own request is linked. The caller ends the span after the commit.
 */
export function traceReply(reply: PostReply, delivered: Trace | null, spans: OpenSpan[]): Trace | null {
  const parent = reply.isContinued ? reply.trace : (delivered ?? reply.trace);
  if (!isTraced()) return parent;
  const span = startSpan('accept reply', {
    kind: SpanKind.INTERNAL,
    parent,
    link: parent === reply.trace ? null : reply.trace,
    attributes: { 'parley.delivery_id': reply.deliveryId, 'parley.agent_id': reply.agentId },
  });
  if (span) spans.push(span);
  return span?.trace ?? parent;
}
