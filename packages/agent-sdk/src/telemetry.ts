/** What is handled, for a span. */
export interface HandledDelivery {
  readonly event: string;
  readonly deliveryId: string;
  readonly conversationId: string;
  readonly agentId: string;
  /** The trace that the delivery continues, as W3C Trace Context writes it. */
  readonly traceparent: string | null;
}

/** Sees what an agent does, such as for traces. What it throws counts as a failure of what it was around. */
export interface Telemetry {
  /** Around the handlers of a delivery; `run` says whether they succeeded. */
  handle(delivery: HandledDelivery, run: () => Promise<boolean>): Promise<boolean>;
  /** Around a call of a handler; `run` takes headers that go with it, such as `traceparent`. */
  call<Answer>(name: string, run: (headers: Readonly<Record<string, string>>) => Promise<Answer>): Promise<Answer>;
}

interface Span {
  recordException(error: Error): void;
  setStatus(status: { code: number }): unknown;
  end(): void;
}

/** What is used of the package `@opentelemetry/api`. */
export interface OpenTelemetryApi<Context> {
  readonly trace: {
    getTracer(name: string): {
      startActiveSpan<Result>(
        name: string,
        options: { readonly kind: number; readonly attributes: Record<string, string> },
        context: Context,
        run: (span: Span) => Result,
      ): Result;
    };
  };
  readonly context: { active(): Context };
  readonly propagation: {
    extract(context: Context, carrier: unknown): Context;
    inject(context: Context, carrier: unknown): void;
  };
}

/** Of OpenTelemetry: SpanKind.CLIENT and CONSUMER, SpanStatusCode.ERROR. */
const [clientKind, consumerKind, failed] = [2, 4, 2] as const;

/**
 * Traces with OpenTelemetry: a span for the handling of each delivery, which continues the platform's trace, and one for each call.
 *
 * @example
 * import * as api from '@opentelemetry/api';
 * const agent = Agent.fromEnv(process.env, { telemetry: openTelemetry(api) });
 */
export function openTelemetry<Context>(api: OpenTelemetryApi<Context>, name = '@parley/agent-sdk'): Telemetry {
  const tracer = api.trace.getTracer(name);
  return {
    handle({ event, deliveryId, conversationId, agentId, traceparent }, run) {
      const active = api.context.active();
      const parent = traceparent === null ? active : api.propagation.extract(active, { traceparent });
      const attributes = {
        'parley.event': event,
        'parley.delivery_id': deliveryId,
        'parley.conversation_id': conversationId,
        'parley.agent_id': agentId,
      };
      return tracer.startActiveSpan(`handle ${event}`, { kind: consumerKind, attributes }, parent, (span) =>
        ended(span, run),
      );
    },
    call(call, run) {
      const attributes = { 'parley.call': call };
      return tracer.startActiveSpan(
        `parley ${call}`,
        { kind: clientKind, attributes },
        api.context.active(),
        (span) => {
          const headers: Record<string, string> = {};
          api.propagation.inject(api.context.active(), headers);
          return ended(span, () => run(headers));
        },
      );
    },
  };
}

async function ended<Result>(span: Span, run: () => Promise<Result>): Promise<Result> {
  try {
    const result = await run();
    if (result === false) span.setStatus({ code: failed });
    return result;
  } catch (error) {
    if (error instanceof Error) span.recordException(error);
    span.setStatus({ code: failed });
    throw error;
  } finally {
    span.end();
  }
}
