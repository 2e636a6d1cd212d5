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

/** A span of an operator's trace. */
export interface OpenSpan {
  /** Trace context of this span, for spans below it. */
  readonly trace: Trace;
  /** Ends the span. `failure` is a sentence or a word that describes the error. */
  end(attributes: Attributes, failure?: string | null): void;
}

export interface SpanOptions {
  readonly kind: SpanKind;
  /** Null starts a new trace. */
  readonly parent: Trace | null;
  /** A related trace, added as a link. */
  readonly link?: Trace | null;
  readonly attributes: Attributes;
}

const nobody = new ProxyTracerProvider().getDelegate();

/** Returns whether the operator has registered a tracer. Check it before computing anything for a span. */
export function isTraced(): boolean {
  return registered() !== null;
}

/** Starts a span. Returns null if no tracer is registered. */
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
