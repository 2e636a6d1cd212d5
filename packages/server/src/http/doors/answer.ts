import type { RouteRow } from '@parley/protocol';
import type { FastifyReply } from 'fastify';
import { JsonText } from '../../platform/routing/json-text.ts';
import type { SpecialAnswer } from '../../platform/routing/route.ts';
import type { OpenStreams } from '../streams/open-streams.ts';
import { streamHeaders } from '../streams/sse-sink.ts';

/** Sends the result of a handler: stored bytes unchanged, JSON, or a stream that stays open. */
export function sendAnswer(reply: FastifyReply, row: RouteRow, answer: unknown, streams: OpenStreams): FastifyReply {
  reply.code(row.answer.status);
  if (!isSpecial(answer)) return sendJson(reply, answer);
  const isHead = reply.request.method === 'HEAD';
  if ('stream' in answer) {
    if (isHead) return reply.headers(streamHeaders).send();
    answer.stream(streams.open(reply));
    return reply;
  }
  if ('bytes' in answer) {
    if (isHead) answer.bytes?.destroy();
    const bytes = isHead ? null : answer.bytes;
    return reply
      .code(answer.status)
      .headers(answer.headers)
      .send(bytes ?? undefined);
  }
  if ('sessionToken' in answer && answer.location !== undefined) reply.header('location', answer.location);
  if ('sessionToken' in answer) return sendJson(reply.code(answer.status ?? row.answer.status), answer.json);
  if (answer.replayed) reply.header('idempotency-replayed', 'true');
  return sendJson(reply.code(answer.status), new JsonText(answer.body));
}

function sendJson(reply: FastifyReply, value: unknown): FastifyReply {
  reply.header('cache-control', 'no-store');
  if (value === undefined) return reply.send();
  const text = value instanceof JsonText ? value.text : JSON.stringify(value);
  return reply.header('content-type', 'application/json; charset=utf-8').send(text);
}

/**
 * Returns whether a handler's result is more than JSON. No JSON answer of the contract has a top-level member with one
 * of these names.
 */
export function isSpecial(answer: unknown): answer is SpecialAnswer {
  if (typeof answer !== 'object' || answer === null) return false;
  return 'stream' in answer || 'bytes' in answer || 'sessionToken' in answer || 'replayed' in answer;
}
