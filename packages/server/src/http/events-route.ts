import { limits, sseComment, sseFrame, sseRetry, type UserId } from '@parley/protocol';
import type { App } from '../app.ts';
import type { Cancel } from '../clock.ts';
import { humanRoute, type EventSink, type HumanRoute } from '../route.ts';
import { frameOf, nextEventId } from './event-frames.ts';
import { findSessions } from '../users/queries.ts';

/** A reader who leaves this much unread, or for this long, is dropped; before that, signals turn into one `streamReady`. */
const unreadBytesMax = 64 * 1024;
const stalledMs = 30_000;

/** The browser's event stream: signals without content. There is no resume; after each `streamReady` a reader fetches again. */
export function eventsRoute(app: App): HumanRoute {
  return humanRoute({
    method: 'GET',
    path: '/v1/events',
    summary: 'Server-Sent Events: what changed, without content.',
    handle: async ({ caller }) => ({
      status: 200,
      stream: (sink) => follow(app, sink, caller.userId, caller.sessionHash),
    }),
  });
}

function follow(app: App, sink: EventSink, userId: UserId, sessionHash: Buffer): void {
  const { clock, hub, storage, log } = app;
  let missed = false;
  let stalled: Cancel = () => undefined;
  let cancelBeat: Cancel = () => undefined;

  const ready = () => {
    const id = nextEventId(clock.now());
    const data = { id, type: 'streamReady', occurredAt: new Date(clock.now()).toISOString() };
    return sseFrame({ id, event: 'streamReady', data });
  };
  const write = (frame: string | Buffer) => {
    if (missed) return;
    if (sink.bufferedBytes > unreadBytesMax) return sink.close();
    if (sink.write(frame)) return;
    missed = true;
    stalled = clock.after(stalledMs, () => sink.close());
  };
  const unsubscribe = hub.onPerson(
    userId,
    (signal) => write(frameOf(signal, clock.now())),
    () => write(ready()),
  );
  const beat = () => {
    cancelBeat = clock.after(limits.heartbeatSeconds * 1000, () => {
      write(sseComment);
      findSessions(storage.db, [sessionHash], new Date(clock.now()))
        .then((sessions) => sessions.length === 0 && sink.close())
        .catch((error: unknown) => log.warn({ err: error }, 'could not check a session'));
      beat();
    });
  };
  sink.onDrain(() => {
    stalled();
    if (!missed) return;
    missed = false;
    write(ready());
  });
  sink.onClose(() => {
    unsubscribe();
    stalled();
    cancelBeat();
  });
  write(sseRetry(1000 + Math.random() * 2000) + ready());
  beat();
}
