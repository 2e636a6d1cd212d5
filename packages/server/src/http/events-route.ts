import { limits, routes, type UserId } from '@parley/protocol';
import type { App } from '../app.ts';
import type { Cancel } from '../clock.ts';
import { humanRoute, type EventSink, type HumanRoute } from '../route.ts';
import { BrowserStream } from './browser-stream.ts';
import { frameOf } from './event-frames.ts';
import type { Tally } from './tally.ts';
import { createFlusher, type Flusher } from './flusher.ts';
import { findSessions } from '../users/queries.ts';

/** The browser's event stream: signals without content. There is no resume; after each `streamReady` a reader fetches again. */
export function eventsRoute(app: App, open: Tally): HumanRoute {
  const flusher = createFlusher();
  return humanRoute(routes.streamEvents, async ({ caller, refuse }) => {
    const { userId, sessionHash } = caller;
    const { eventStreamsMax: max } = app.config;
    if (open.of(userId) >= max) refuse('quota_exceeded', { hint: `A person may have ${max} event streams open.` });
    open.add(userId);
    return {
      status: 200,
      stream: (sink) => {
        sink.onClose(() => open.remove(userId));
        follow(app, flusher, sink, userId, sessionHash);
      },
    };
  });
}

function follow(app: App, flusher: Flusher, sink: EventSink, userId: UserId, sessionHash: Buffer): void {
  const { clock, hub, storage, log, metrics } = app;
  const stream = new BrowserStream(sink, flusher, clock, () => metrics.signalsCut('slow_reader'));
  let cancelBeat: Cancel = () => undefined;

  const unsubscribe = hub.onPerson(
    userId,
    (signal) => stream.tell(frameOf(signal, clock.now())),
    () => stream.tellReady(),
  );
  const beat = () => {
    cancelBeat = clock.after(limits.heartbeatSeconds * 1000, () => {
      stream.beat();
      findSessions(storage.db, [sessionHash], new Date(clock.now()))
        .then((sessions) => sessions.length === 0 && sink.close('access_ended'))
        .catch((error: unknown) => log.warn({ err: error }, 'could not check a session'));
      beat();
    });
  };
  sink.onClose(() => {
    unsubscribe();
    cancelBeat();
  });
  beat();
}
