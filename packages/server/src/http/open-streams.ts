import type { FastifyReply } from 'fastify';
import type { Metrics } from '../telemetry/metrics.ts';
import type { EventSink } from '../routing/route.ts';
import { openSink } from './sse-sink.ts';

/** The event streams that are open, so that a server that stops can close them. */
export interface OpenStreams {
  open(reply: FastifyReply): EventSink;
  /** Closes all of them, spread over `withinMs`, so that their clients do not all come back at once. */
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
