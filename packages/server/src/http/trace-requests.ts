import { SpanKind } from '@opentelemetry/api';
import type { FastifyInstance } from 'fastify';
import { isTraced, startSpan, type OpenSpan } from '../platform/telemetry/span.ts';
import { readTrace, type Trace } from '../platform/telemetry/trace.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** W3C trace context of the request, or null. */
    trace: Trace | null;
    span: OpenSpan | null;
  }
}

/**
 * Starts a span for each request of people and agents, below the span in its `traceparent`. The span of a stream ends
 * when the stream is open, because it may last for days.
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
