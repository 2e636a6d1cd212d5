import { limits, type AgentId, type RelayHeartbeat } from '@parley/protocol';
import type { RelayApp } from '../relay-app.ts';
import type { Cancel } from '../../../platform/time/clock.ts';
import type { Proof } from '../../../platform/routing/proof.ts';
import { refuse } from '../../../platform/routing/refusal.ts';
import type { StreamAnswer } from '../../../platform/routing/route.ts';
import type { ServerSignal } from '../../../platform/signals/signal.ts';
import { deleteStream, insertStream } from '../stream-queries.ts';
import { RelayStream } from './relay-stream.ts';

/** A stream for deliveries of an agent, and the conditions under which it stays open. */
export interface StreamTerms {
  readonly agentId: AgentId;
  readonly connectionId: string;
  /** The session or token of the owner who listens; null for a stream of the agent itself. */
  readonly listener: Proof | null;
  /** The data of its `ready` event. */
  readonly ready: object;
  /** Whether the opener is still permitted. Checked at each heartbeat, and on each signal that concerns the stream. */
  isAdmitted(): Promise<boolean>;
  concerns(signal: ServerSignal): boolean;
}

/**
 * Records a stream and returns it as the response. Refuses if the agent has the maximum number of streams of this kind.
 */
export async function holdStream(app: RelayApp, terms: StreamTerms): Promise<StreamAnswer> {
  const { commit, clock, engine, relays } = app;
  const { agentId, connectionId, listener } = terms;
  const listens = listener !== null;
  const row = { connectionId, nodeId: engine.nodeId, agentId, listener, now: new Date(clock.now()) };
  await commit(async ({ tx, audit }) => {
    if (!(await insertStream(tx, row))) refuse('too_many_streams');
    if (listens) await audit('agent.listen_opened', { agentId });
  });

  return {
    status: 200,
    stream(sink) {
      const stream = new RelayStream(connectionId, agentId, listens, sink, clock);
      const release = watch(app, stream, terms);
      sink.onClose(() => {
        release();
        relays.remove(stream);
        engine.wakeAgent(agentId);
        void forget(app, terms);
      });
      stream.onDrain(() => engine.wakeAgent(agentId));
      stream.writeEvent('ready', terms.ready);
      relays.add(stream);
      if (listens) tellListeners(app, agentId);
      // The lease was lost since, and the row of this stream with it. Closing it makes the client open another.
      if (row.nodeId !== engine.nodeId) stream.close('lease_lost');
      engine
        .opened(agentId)
        .catch((error: unknown) => app.log.error({ err: error }, 'could not deliver backlog of relay agent'));
    },
  };
}

/** Sends heartbeats and checks whether the stream is still permitted. Returns a function that stops both. */
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

async function forget(app: RelayApp, { agentId, connectionId, listener }: StreamTerms): Promise<void> {
  try {
    await deleteStream(app.storage.db, connectionId, new Date(app.clock.now()));
  } catch (error) {
    app.log.warn({ err: error }, 'could not delete relay stream record');
  }
  if (listener) tellListeners(app, agentId);
}

/** Makes every server read the agent's target again and check the agent's streams. */
export function tellListeners({ hub }: Pick<RelayApp, 'hub'>, agentId: AgentId): void {
  hub.publish([{ to: 'servers', type: 'listenersChanged', agentId }]);
}
