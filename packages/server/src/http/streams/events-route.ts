import { limits, routes, type UserId } from '@parley/protocol';
import type { App } from '../../chat/conversations/app.ts';
import type { Cancel } from '../../platform/time/clock.ts';
import { humanRoute, type EventSink, type HumanRoute } from '../../platform/routing/route.ts';
import { BrowserStream } from './browser-stream.ts';
import { frameOf } from './event-frames.ts';
import type { Tally } from '../limits/tally.ts';
import { createFlusher, type Flusher } from './flusher.ts';
import { createCallerReader } from '../../accounts/users/read-caller.ts';

type Check = () => void;

/**
 * The event stream of browsers: signals without content. It cannot be resumed; after each `streamReady` the reader
 * fetches again.
 */
export function eventsRoute(app: App, open: Tally): HumanRoute {
  const flusher = createFlusher();
  const callers = createCallerReader(app);
  const checks = watchAccess(app);
  return humanRoute(routes.streamEvents, async ({ caller, refuse }) => {
    const { userId, proof } = caller;
    const { eventStreamsMax: max } = app.config;
    if (open.of(userId) >= max) refuse('quota_exceeded', { hint: `A person may have ${max} event streams open.` });
    open.add(userId);
    return {
      status: 200,
      stream: (sink) => {
        sink.onClose(() => open.remove(userId));
        const check = () => {
          callers
            .isGood(proof)
            .then((isGood) => isGood || sink.close('access_ended'))
            .catch((error: unknown) => app.log.warn({ err: error }, 'could not check a session'));
        };
        sink.onClose(checks.add(userId, check));
        follow(app, flusher, sink, userId, check);
      },
    };
  });
}

/** Runs the checks of a person's streams when a session or token of theirs has ended on any server. */
function watchAccess({ hub }: Pick<App, 'hub'>) {
  const ofPeople = new Map<UserId, Set<Check>>();
  const run = (checks: Iterable<Check>) => {
    for (const check of checks) check();
  };
  hub.onServer((signal) => {
    if (signal.type === 'accessEnded') run(ofPeople.get(signal.userId) ?? []);
    if (signal.type === 'resync') for (const checks of ofPeople.values()) run(checks);
  });
  return {
    /** Adds a check. Returns a function that removes it. */
    add(userId: UserId, check: Check): () => void {
      const checks = ofPeople.get(userId) ?? new Set();
      ofPeople.set(userId, checks.add(check));
      return () => {
        checks.delete(check);
        if (checks.size === 0 && ofPeople.get(userId) === checks) ofPeople.delete(userId);
      };
    },
  };
}

function follow(app: App, flusher: Flusher, sink: EventSink, userId: UserId, check: Check): void {
  const { clock, hub, metrics } = app;
  const stream = new BrowserStream(sink, flusher, clock, () => metrics.signalsCut('slow_reader'));
  let cancelBeat: Cancel = () => undefined;

  const unsubscribe = hub.onPerson(
    userId,
    (signal) => stream.tell(frameOf(signal, clock.now())),
    () => stream.tellReady(),
  );
  const beat = () => {
    const doBeat = () => {
      stream.beat();
      check();
      beat();
    };
    cancelBeat = clock.after(limits.heartbeatSeconds * 1000, doBeat, 'beat');
  };
  sink.onClose(() => {
    unsubscribe();
    cancelBeat();
  });
  beat();
}
