import { limits, type AgentId, type RelayHeartbeat } from '@parley/protocol';
import type { RelayApp } from './relay-app.ts';
import type { Cancel } from '../../time/clock.ts';
import { refuse } from '../../routing/refusal.ts';
import type { StreamAnswer } from '../../routing/route.ts';
import type { ServerSignal } from '../../signals/signal.ts';
import { deleteStream, insertStream } from './stream-queries.ts';
import { RelayStream } from './relay-stream.ts';

/** A stream that deliveries of an agent go over, and on which terms it stays open. */
export interface StreamTerms {
  readonly agentId: AgentId;
  readonly connectionId: string;
  /** Whether it is the owner's, who listens, rather than the agent's own. */
  readonly listens: boolean;
  /** What its `ready` says. */
  readonly ready: object;
  /** Whether whoever opened it may still have it; asked at each heartbeat, and when a signal concerns it. */
  isAdmitted(): Promise<boolean>;
  concerns(signal: ServerSignal): boolean;
}

/** Notes a stream and answers with it. Where the agent has as many of its kind as it may, it is refused. */
export async function holdStream(app: RelayApp, terms: StreamTerms): Promise<StreamAnswer> {
  const { storage, clock, engine, relays } = app;
  const { agentId, connectionId, listens } = terms;
  const row = { connectionId, nodeId: engine.nodeId, agentId, listens, now: new Date(clock.now()) };
  if (!(await storage.transaction((tx) => insertStream(tx, row)))) refuse('too_many_streams');

  return {
    status: 200,
    stream(sink) {
      const stream = new RelayStream(connectionId, agentId, listens, sink, clock);
      const release = watch(app, stream, terms);
      sink.onClose(() => {
        release();
        relays.remove(stream);
        engine.nudge(agentId);
        void forget(app, terms);
      });
      stream.onDrain(() => engine.nudge(agentId));
      stream.writeEvent('ready', terms.ready);
      relays.add(stream);
      if (listens) tellListeners(app, agentId);
      // This server was given up since, and the note that it holds this stream with it: whoever opened it opens another.
      if (row.nodeId !== engine.nodeId) stream.close('lease_lost');
      engine
        .opened(agentId)
        .catch((error: unknown) => app.log.error({ err: error }, 'could not deliver backlog of relay agent'));
    },
  };
}

/** Beats, and looks whether the stream may go on. Returns what ends both. */
function watch({ clock, hub, log }: RelayApp, stream: RelayStream, terms: StreamTerms): () => void {
  const revalidate = async () => {
    if (!(await terms.isAdmitted())) stream.close('access_ended');
  };
  let cancelBeat: Cancel = () => undefined;
  const beat = () => {
    const doBeat = () => {
      revalidate().catch((error: unknown) => log.warn({ err: error }, 'could not recheck relay stream credentials'));
      stream.writeEvent('heartbeat', { at: new Date(clock.now()).toISOString() } satisfies RelayHeartbeat);
      beat();
    };
    cancelBeat = clock.after(limits.heartbeatSeconds * 1000, doBeat, 'beat');
  };
  const unsubscribe = hub.onServer((signal) => {
    if (signal.type === 'resync' || terms.concerns(signal)) revalidate().catch(() => stream.close());
  });
  beat();
  return () => {
    cancelBeat();
    unsubscribe();
  };
}

async function forget(app: RelayApp, { agentId, connectionId, listens }: StreamTerms): Promise<void> {
  try {
    await deleteStream(app.storage.db, connectionId, new Date(app.clock.now()));
  } catch (error) {
    app.log.warn({ err: error }, 'could not delete relay stream record');
  }
  if (listens) tellListeners(app, agentId);
}

/** Every server looks anew where the agent's deliveries go. */
function tellListeners({ hub }: RelayApp, agentId: AgentId): void {
  hub.publish([{ to: 'servers', type: 'listenersChanged', agentId }]);
}
