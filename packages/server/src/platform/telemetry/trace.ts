import type { IncomingHttpHeaders } from 'node:http';
import { readTraceHeaders, type TraceHeaders } from '@parley/protocol';

/**
 * A W3C trace context: a valid `traceparent`, followed by a space and the `tracestate` if there is one. A string, so
 * that a delivery can store it until it is sent.
 */
export type Trace = string;

/** Returns the trace context of a request. A malformed one is ignored, as the standard requires, and never refused. */
export function readTrace(headers: IncomingHttpHeaders): Trace | null {
  if (headers['traceparent'] === undefined) return null;
  const read = readTraceHeaders(headers['traceparent'], headers['tracestate']);
  return read && writeTrace(read);
}

export function writeTrace({ traceparent, tracestate }: TraceHeaders): Trace {
  return tracestate ? `${traceparent} ${tracestate}` : traceparent;
}

/** Returns the trace id: 32 hexadecimal digits. */
export function traceIdOf(trace: Trace): string | null {
  return trace.split('-')[1] ?? null;
}

/** Returns the headers that continue a trace in a request. */
export function traceHeaders(trace: Trace): TraceHeaders {
  const end = trace.indexOf(' ');
  return end === -1 ? { traceparent: trace } : { traceparent: trace.slice(0, end), tracestate: trace.slice(end + 1) };
}
