import type { FastifyReply } from 'fastify';
import type { Answer } from '../route.ts';
import type { OpenStreams } from './open-streams.ts';

/** Sends what a handler answered; settled bytes go out as they are, and a stream stays open. */
export function sendAnswer(reply: FastifyReply, answer: Answer, streams: OpenStreams): FastifyReply {
  if ('stream' in answer) {
    answer.stream(streams.open(reply));
    return reply;
  }
  if ('bytes' in answer)
    return reply
      .code(answer.status)
      .headers(answer.headers)
      .send(answer.bytes ?? undefined);
  reply.code(answer.status).header('cache-control', 'no-store');
  if (answer.status === 204) return reply.send();
  reply.header('content-type', 'application/json; charset=utf-8');
  if (!('body' in answer)) return reply.send(JSON.stringify(answer.json));
  if (answer.replayed) reply.header('idempotency-replayed', 'true');
  return reply.send(answer.body);
}
