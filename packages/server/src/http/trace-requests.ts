import { SpanKind } from '@opentelemetry/api';
import type { FastifyInstance } from 'fastify';
import { isTraced, startSpan, type OpenSpan } from '../telemetry/span.ts';
import { readTrace, type Trace } from '../telemetry/trace.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Where the request stands in a trace; null where it belongs to none. */
    trace: Trace | null;
    span: OpenSpan | null;
  }
}

/**
 * Gives each request of the two doors its span, below the one that its `traceparent` names. A stream's span ends when it is
 * open, since the stream itself may last for days.
 */
export function traceRequests(server: FastifyInstance): void {
  server.decorateRequest('trace', null);
  server.decorateRequest('span', null);
  server.addHook('onRequest', async (request) => {
    request.trace = readTrace(request.headers);
    if (!isTraced()) return;
    const route = request.routeOptions.url;
    if (route === undefined || !/^\/(v1|hooks)\//.test(route)) return;
    request.span = startSpan(`${request.method} ${route}`, {
      kind: SpanKind.SERVER,
      parent: request.trace,
      attributes: {
        'http.request.method': request.method,
        'http.route': route,
        'parley.request_id': request.id,
      },
    });
    request.trace = request.span?.trace ?? request.trace;
  });
  server.addHook('onResponse', async ({ span }, { statusCode, refusalCode }) => {
    if (span === null) return;
    const refusal = refusalCode === null ? {} : { 'error.type': refusalCode };
    const failure = statusCode >= 500 ? (refusalCode ?? 'internal_error') : null;
    span.end({ 'http.response.status_code': statusCode, ...refusal }, failure);
  });
}
