import type { RouteRow } from '@parley/protocol';
import type { FastifyReply } from 'fastify';
import { JsonText } from '../routing/json-text.ts';
import type { SpecialAnswer } from '../routing/route.ts';
import type { OpenStreams } from './open-streams.ts';
import { streamHeaders } from './sse-sink.ts';

/** Sends what a handler gave; settled bytes go out as they are, and a stream stays open. */
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
  if ('sessionToken' in answer) return sendJson(reply, answer.json);
  if (answer.replayed) reply.header('idempotency-replayed', 'true');
  return sendJson(reply.code(answer.status), new JsonText(answer.body));
}

function sendJson(reply: FastifyReply, value: unknown): FastifyReply {
  reply.header('cache-control', 'no-store');
  if (value === undefined) return reply.send();
  const text = value instanceof JsonText ? value.text : JSON.stringify(value);
  return reply.header('content-type', 'application/json; charset=utf-8').send(text);
}

/** No answer of the contract has a member of one of these names at its top. */
export function isSpecial(answer: unknown): answer is SpecialAnswer {
  if (typeof answer !== 'object' || answer === null) return false;
  return 'stream' in answer || 'bytes' in answer || 'sessionToken' in answer || 'replayed' in answer;
}
