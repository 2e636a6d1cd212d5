import { routes } from '@parley/protocol';
import type { App } from '../../chat/conversations/app.ts';
import { humanRoute, type HumanRoute } from '../../platform/routing/route.ts';
import { BrowserStream } from './browser-stream.ts';
import { frameOf } from './event-frames.ts';
import { createFlusher } from './flusher.ts';
import type { OpenPersonStream } from './person-streams.ts';

/**
 * The event stream of browsers: signals without content. It cannot be resumed; after each `streamReady` the reader
 * fetches again.
 */
export function eventsRoute(app: Pick<App, 'clock' | 'hub' | 'metrics'>, open: OpenPersonStream): HumanRoute {
  const { clock, hub, metrics } = app;
  const flusher = createFlusher();
  return humanRoute(routes.streamEvents, async (call) =>
    open(call, (sink) => {
      const stream = new BrowserStream(sink, flusher, clock, () => metrics.signalsCut('slow_reader'));
      const unsubscribe = hub.onPerson(
        call.caller.userId,
        (signal) => stream.tell(frameOf(signal, clock.now())),
        () => stream.tellReady(),
      );
      sink.onClose(unsubscribe);
      return stream;
    }),
  );
}
