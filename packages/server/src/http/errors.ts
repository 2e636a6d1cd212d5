import { refusals, statusOfRefusal, type Refusal, type RefusalCode } from '@parley/protocol';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { Overloaded } from '../platform/storage/batcher.ts';
import { troubleOf } from '../platform/storage/trouble.ts';
import { RangeNotSatisfiable, RateLimited, Refused } from '../platform/routing/refusal.ts';

declare module 'fastify' {
  interface FastifyReply {
    /** The code of the refusal; null if the request was not refused. */
    refusalCode: RefusalCode | null;
  }
}

/** Retry delays of refusals that may succeed soon. The database takes longest to recover. */
const retryAfterSeconds: Readonly<Partial<Record<RefusalCode, number>>> = {
  overloaded: 1,
  database_unavailable: 5,
  database_read_only: 5,
  storage_full: 5,
};

/** The casing of member names in an API's answers. */
export type Casing = 'camel' | 'snake';

/** Returns the casing for a request's path, even if no such route exists. */
export function casingOf({ url }: Pick<FastifyRequest, 'url'>): Casing {
  return url.startsWith('/hooks/') ? 'snake' : 'camel';
}

/** Converts any error to the form of refusals. An unexpected error is logged and answered without details. */
export function answerError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  casing: Casing,
): FastifyReply {
  const refusal = asRefusal(error);
  reply.refusalCode = refusal.code;
  if (refusal.code === 'internal_error') request.log.error({ err: error, requestId: request.id }, 'unexpected error');
  const retryAfter = retryAfterOf(error, refusal.code);
  if (retryAfter !== null) reply.header('retry-after', String(retryAfter));
  if (error instanceof RangeNotSatisfiable) reply.header('content-range', `bytes */${error.sizeBytes}`);
  return reply
    .code(statusOfRefusal(refusal.code, request.routeOptions.config.row))
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(errorBody(refusal, request.id, casing));
}

/** Returns after how many seconds a refused request may succeed, or null if waiting alone does not help. */
export function retryAfterOf(error: unknown, code: RefusalCode): number | null {
  return error instanceof RateLimited ? error.retryAfterSeconds : (retryAfterSeconds[code] ?? null);
}

/** Returns the body of a refusal. */
export function errorBody(refusal: Refusal, requestId: string, casing: Casing): string {
  const { code, message = refusals[code].message, path, reason, hint } = refusal;
  return JSON.stringify({
    error: { code, message, path, reason, hint, [casing === 'camel' ? 'requestId' : 'request_id']: requestId },
  });
}

/** Returns the refusal that an error is; `internal_error` for an unexpected one. */
export function asRefusal(error: unknown): Refusal {
  if (error instanceof Refused) return error.refusal;
  if (error instanceof Overloaded) return { code: 'overloaded' };
  const trouble = troubleOf(error);
  if (trouble !== null) return { code: trouble };
  const { code, statusCode } = error as Partial<FastifyError>;
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return { code: 'payload_too_large' };
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return { code: 'unsupported_media_type' };
  if (statusCode === 503) return { code: 'overloaded' };
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return { code: 'malformed_request' };
  return { code: 'internal_error' };
}
