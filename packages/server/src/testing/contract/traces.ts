import { trace } from '@opentelemetry/api';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
  type ReadableSpan,
} from '@opentelemetry/sdk-trace-base';
import { afterAll, beforeAll } from 'vitest';
import { eventually } from './eventually.ts';
import type { Server } from './server.ts';

/** The ended spans, as an operator's collector receives them. */
export interface Traces {
  /** Waits for a span of this name within a trace, and returns it. */
  find(name: string, traceId: string, which?: (span: ReadableSpan) => boolean): Promise<ReadableSpan>;
  named(name: string, traceId?: string): ReadableSpan[];
}

/** Registers a tracer for the tests of a describe block, as an operator does before the server starts. */
export function useTracer(server: Server): Traces {
  const exporter = new InMemorySpanExporter();
  beforeAll(() => {
    trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }));
  });
  afterAll(() => trace.disable());
  const named: Traces['named'] = (name, traceId) =>
    exporter
      .getFinishedSpans()
      .filter((span) => span.name === name && (traceId === undefined || span.spanContext().traceId === traceId));
  return {
    named,
    find: (name, traceId, which = () => true) =>
      eventually(server, `a span ${name}`, () => named(name, traceId).find(which)),
  };
}

/** Returns the ids in a `traceparent`. */
export function parentOf(traceparent: unknown): { readonly traceId: string; readonly spanId: string } {
  const [version, traceId = '', spanId = '', flags] = String(traceparent).split('-');
  if (version !== '00' || flags === undefined) throw new Error(`Not a traceparent: ${String(traceparent)}`);
  return { traceId, spanId };
}
