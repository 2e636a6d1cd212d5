import type { IncomingHttpHeaders } from 'node:http';
import { readTraceHeaders, type TraceHeaders } from '@parley/protocol';

/**
 * Where something stands in a trace, as W3C Trace Context writes it: a valid `traceparent`, and behind a space the `tracestate`
 * that came with it. A text, so that a delivery can keep it until it is sent.
 */
export type Trace = string;

/** The trace that a request belongs to. What is malformed is no trace, as the standard has it, and never a refusal. */
export function readTrace(headers: IncomingHttpHeaders): Trace | null {
  if (headers['traceparent'] === undefined) return null;
  const read = readTraceHeaders(headers['traceparent'], headers['tracestate']);
  return read && writeTrace(read);
}

export function writeTrace({ traceparent, tracestate }: TraceHeaders): Trace {
  return tracestate ? `${traceparent} ${tracestate}` : traceparent;
}

/** The 32 hexadecimal digits by which a trace is looked up. */
export function traceIdOf(trace: Trace): string | null {
  return trace.split('-')[1] ?? null;
}

/** The headers by which a request continues a trace. */
export function traceHeaders(trace: Trace): TraceHeaders {
  const end = trace.indexOf(' ');
  return end === -1 ? { traceparent: trace } : { traceparent: trace.slice(0, end), tracestate: trace.slice(end + 1) };
}
