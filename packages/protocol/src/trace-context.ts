/** The headers by which a request says where it stands in a trace, as W3C Trace Context writes them. */
export interface TraceHeaders {
  readonly traceparent: string;
  readonly tracestate?: string;
}

const wellFormed = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;
const printable = /^[\x20-\x7e]{1,512}$/;

/** Reads the two headers. What is malformed is no trace; a state that is malformed or longer than 512 characters is left out. */
export function readTraceHeaders(traceparent: unknown, tracestate: unknown): TraceHeaders | null {
  if (typeof traceparent !== 'string' || !wellFormed.test(traceparent)) return null;
  return typeof tracestate === 'string' && printable.test(tracestate) ? { traceparent, tracestate } : { traceparent };
}
