import type { FastifyReply } from 'fastify';
import type { Metrics } from '../../platform/telemetry/metrics.ts';
import type { EventSink } from '../../platform/routing/route.ts';
import { openSink } from './sse-sink.ts';

/** The open event streams, so that a stopping server can close them. */
export interface OpenStreams {
  open(reply: FastifyReply): EventSink;
  /** Closes all streams, spread over `withinMs`, so that clients do not all reconnect at once. */
  closeAll(withinMs: number): Promise<void>;
  readonly size: number;
}

export function createOpenStreams(metrics: Metrics): OpenStreams {
  const sinks = new Set<EventSink>();
  return {
    open(reply) {
      reply.hijack();
      reply.request.span?.end({ 'http.response.status_code': 200 });
      reply.request.span = null;
      const sink = openSink(reply);
      const kind = reply.request.url.startsWith('/hooks/') ? 'relay' : 'browser';
      metrics.streamOpened(kind);
      sinks.add(sink);
      sink.onClose((cut) => {
        sinks.delete(sink);
        metrics.streamClosed(kind);
        if (cut !== undefined) metrics.streamCut(kind, cut);
      });
      return sink;
    },
    async closeAll(withinMs) {
      const all = [...sinks];
      await Promise.all(
        all.map(async (sink, place) => {
          await new Promise((resolve) => setTimeout(resolve, (withinMs * place) / all.length));
          sink.close();
        }),
      );
    },
    get size() {
      return sinks.size;
    },
  };
}
