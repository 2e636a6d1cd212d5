import {
  createTraceState,
  ProxyTracerProvider,
  ROOT_CONTEXT,
  SpanStatusCode,
  trace as api,
  type Attributes,
  type Context,
  type SpanContext,
  type SpanKind,
  type Tracer,
} from '@opentelemetry/api';
import { traceHeaders, writeTrace, type Trace } from './trace.ts';

/** A piece of work as whoever operates the server sees it in a trace. */
export interface OpenSpan {
  /** Where it stands: what follows from it belongs below. */
  readonly trace: Trace;
  /** Ends it; a failure is one sentence, or one word where there is no more to say. */
  end(attributes: Attributes, failure?: string | null): void;
}

export interface SpanOptions {
  readonly kind: SpanKind;
  /** Null begins a trace. */
  readonly parent: Trace | null;
  /** What it has to do with besides. */
  readonly link?: Trace | null;
  readonly attributes: Attributes;
}

const nobody = new ProxyTracerProvider().getDelegate();

/** Whether the operator has registered a tracer. Without one no span is made; ask before anything is computed for it. */
export function isTraced(): boolean {
  return registered() !== null;
}

/** Starts a span; null where nobody has registered a tracer. */
export function startSpan(name: string, { kind, parent, link, attributes }: SpanOptions): OpenSpan | null {
  const tracer = registered();
  if (tracer === null) return null;
  const links = link ? [{ context: contextOf(link) }] : [];
  const span = tracer.startSpan(name, { kind, attributes, links }, parent === null ? ROOT_CONTEXT : below(parent));
  return {
    trace: traceOf(span.spanContext()),
    end(more, failure = null) {
      span.setAttributes(more);
      if (failure !== null) span.setStatus({ code: SpanStatusCode.ERROR, message: failure });
      span.end();
    },
  };
}

function registered(): Tracer | null {
  const provider = api.getTracerProvider();
  const real = provider instanceof ProxyTracerProvider ? provider.getDelegate() : provider;
  return real === nobody ? null : real.getTracer('parley');
}

function below(parent: Trace): Context {
  return api.setSpanContext(ROOT_CONTEXT, contextOf(parent));
}

function contextOf(trace: Trace): SpanContext {
  const { traceparent, tracestate } = traceHeaders(trace);
  const [, traceId = '', spanId = '', flags = ''] = traceparent.split('-');
  const state = tracestate === undefined ? {} : { traceState: createTraceState(tracestate) };
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true, ...state };
}

function traceOf({ traceId, spanId, traceFlags, traceState }: SpanContext): Trace {
  const traceparent = `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
  return writeTrace({ traceparent, tracestate: traceState?.serialize() ?? '' });
}
