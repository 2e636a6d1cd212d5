import type { FastifyReply } from 'fastify';
import type { Answer } from '../route.ts';

/** Sends what a handler answered; settled bytes go out as they are. */
export function sendAnswer(reply: FastifyReply, answer: Answer): FastifyReply {
  reply.code(answer.status).header('cache-control', 'no-store');
  if (answer.status === 204) return reply.send();
  reply.header('content-type', 'application/json; charset=utf-8');
  if (!('body' in answer)) return reply.send(JSON.stringify(answer.json));
  if (answer.replayed) reply.header('idempotency-replayed', 'true');
  return reply.send(answer.body);
}
