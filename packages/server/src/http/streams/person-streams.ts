import { limits, type UserId } from '@parley/protocol';
import { createCallerReader } from '../../accounts/users/read-caller.ts';
import type { App } from '../../chat/conversations/app.ts';
import { unopened, type Caller, type EventSink, type StreamAnswer } from '../../platform/routing/route.ts';
import type { Cancel } from '../../platform/time/clock.ts';
import type { Counts } from '../limits/counts.ts';

/** A stream that is kept alive by a heartbeat. */
interface PersonStream {
  beat(): void;
}

type RefuseQuota = (code: 'quota_exceeded', details: { readonly hint: string }) => never;

interface StreamCall {
  readonly caller: Pick<Caller, 'userId' | 'proof'>;
  readonly isHead: boolean;
  readonly refuse: RefuseQuota;
}

/** Answers with a stream of this caller. `connect` starts it on the sink. */
export type OpenPersonStream = (call: StreamCall, connect: (sink: EventSink) => PersonStream) => StreamAnswer;

type Check = () => void;

/**
 * Opens streams of people: at most so many a person, with a heartbeat, and closed when the session or token that opened
 * them has ended.
 */
export function personStreams(app: App, open: Counts): OpenPersonStream {
  const callers = createCallerReader(app);
  const checks = watchAccess(app);
  return ({ caller: { userId, proof }, isHead, refuse }, connect) => {
    const { eventStreamsMax: max } = app.config;
    if (open.of(userId) >= max) refuse('quota_exceeded', { hint: `A person may have ${max} event streams open.` });
    if (isHead) return unopened;
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
        const stream = connect(sink);
        sink.onClose(
          repeat(app, () => {
            stream.beat();
            check();
          }),
        );
      },
    };
  };
}

/** Runs the work at each heartbeat. Returns a function that stops it. */
function repeat({ clock }: Pick<App, 'clock'>, work: () => void): () => void {
  let cancel: Cancel = () => undefined;
  const wait = () => {
    cancel = clock.after(
      limits.heartbeatSeconds * 1000,
      () => {
        work();
        wait();
      },
      'beat',
    );
  };
  wait();
  return () => cancel();
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
