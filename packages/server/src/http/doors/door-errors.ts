import type { RefusalCode, RouteRow } from '@parley/protocol';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../../chat/conversations/app.ts';
import { refusalCodesOf } from '../contract/refusal-codes.ts';
import { answerError, type Casing } from '../errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The row of the contract for this route. */
    row?: RouteRow;
  }
}

type AnswerError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/**
 * Returns the error handler of an API. A refusal that the route's row does not list is sent, but also reported as a
 * bug, because clients do not expect it.
 */
export function doorErrors({ log, metrics }: Pick<App, 'log' | 'metrics'>, casing: Casing): AnswerError {
  const known = new Map<RouteRow, ReadonlySet<RefusalCode>>();
  const codesOf = (row: RouteRow): ReadonlySet<RefusalCode> => {
    const codes = known.get(row) ?? new Set(refusalCodesOf(row));
    known.set(row, codes);
    return codes;
  };
  return (error, request, reply) => {
    const answered = answerError(error, request, reply, casing);
    const { row } = request.routeOptions.config;
    const code = reply.refusalCode;
    if (row === undefined || code === null || codesOf(row).has(code)) return answered;
    const route = `${row.method} ${row.path}`;
    log.error({ route, code, requestId: request.id }, 'refusal outside the contract');
    metrics.refusedOutsideContract(route, code);
    return answered;
  };
}
