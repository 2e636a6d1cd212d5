/** The W3C Trace Context headers of a request. */
export interface TraceHeaders {
  readonly traceparent: string;
  readonly tracestate?: string;
}

const wellFormed = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;
const printable = /^[\x20-\x7e]{1,512}$/;

/**
 * Parses the two headers; returns null if `traceparent` is malformed. Drops a `tracestate` that is malformed or longer than 512 characters.
 */
export function readTraceHeaders(traceparent: unknown, tracestate: unknown): TraceHeaders | null {
  if (typeof traceparent !== 'string' || !wellFormed.test(traceparent)) return null;
  return typeof tracestate === 'string' && printable.test(tracestate) ? { traceparent, tracestate } : { traceparent };
}
