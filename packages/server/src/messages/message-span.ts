import { SpanKind } from '@opentelemetry/api';
import type { Refusal } from '@parley/protocol';
import type { StoredAnswer } from '../routing/stored-answer.ts';
import { isTraced, startSpan, type OpenSpan } from '../telemetry/span.ts';
import type { Trace } from '../telemetry/trace.ts';
import type { PostReply } from './reply/reply.ts';
import type { SendMessage } from './send/send.ts';

type Verdict = StoredAnswer | Refusal;

/** Sends a message within a span that lasts until it is committed or refused; its delivery's attempts belong below. */
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
 * Where a reply stands in a trace, which what it calls for inherits. An agent that names no trace, as over the relay, answers
 * within that of its delivery; its own request is linked then. The span is to be ended once the reply is committed.
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
