import { refusals, type Refusal, type RefusalCode } from '@parley/protocol';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { Overloaded } from '../storage/batcher.ts';
import { isOutage } from '../storage/outage.ts';
import { RangeNotSatisfiable, RateLimited, Refused } from '../routing/refusal.ts';

declare module 'fastify' {
  interface FastifyReply {
    /** What the request was refused for; null where it was not. */
    refusalCode: RefusalCode | null;
  }
}

/** What may pass soon by itself; the database takes the longest to come back. */
const retryAfterSeconds: Readonly<Partial<Record<RefusalCode, number>>> = { overloaded: 1, database_unavailable: 5 };

/** Which casing a door's answers have. */
export type Casing = 'camel' | 'snake';

/** The casing of the door that a request came to, whether or not it has the route. */
export function casingOf({ url }: Pick<FastifyRequest, 'url'>): Casing {
  return url.startsWith('/hooks/') ? 'snake' : 'camel';
}

/** Turns whatever was thrown into the one form that refusals have. What was not expected is logged and shows no detail. */
export function answerError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  casing: Casing,
): FastifyReply {
  const refusal = asRefusal(error);
  reply.refusalCode = refusal.code;
  if (refusal.code === 'internal_error') request.log.error({ err: error, requestId: request.id }, 'unexpected error');
  const retryAfter = error instanceof RateLimited ? error.retryAfterSeconds : (retryAfterSeconds[refusal.code] ?? null);
  if (retryAfter !== null) reply.header('retry-after', String(retryAfter));
  if (error instanceof RangeNotSatisfiable) reply.header('content-range', `bytes */${error.sizeBytes}`);
  return reply
    .code(refusals[refusal.code].status)
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(errorBody(refusal, request.id, casing));
}

/** The body of a refusal. */
export function errorBody(refusal: Refusal, requestId: string, casing: Casing): string {
  const { code, message = refusals[code].message, path, reason, hint } = refusal;
  return JSON.stringify({
    error: { code, message, path, reason, hint, [casing === 'camel' ? 'requestId' : 'request_id']: requestId },
  });
}

function asRefusal(error: unknown): Refusal {
  if (error instanceof Refused) return error.refusal;
  if (error instanceof Overloaded) return { code: 'overloaded' };
  if (isOutage(error)) return { code: 'database_unavailable' };
  const { code, statusCode } = error as Partial<FastifyError>;
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return { code: 'payload_too_large' };
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return { code: 'unsupported_media_type' };
  if (statusCode === 503) return { code: 'overloaded' };
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return { code: 'malformed_request' };
  return { code: 'internal_error' };
}
