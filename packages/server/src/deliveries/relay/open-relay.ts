import { randomUUID } from 'node:crypto';
import { limits, sseFrame, type RelayHeartbeat } from '@parley/protocol';
import { isAdmitted } from '../../agents/admit.ts';
import type { App } from '../../app.ts';
import type { Cancel } from '../../clock.ts';
import { refuse } from '../../refusal.ts';
import type { AgentCaller, StreamAnswer } from '../../route.ts';
import { deleteStream, insertStream } from '../node-queries.ts';
import { readyOf } from './relay-ready.ts';
import { RelayStream } from './relay-stream.ts';

/**
 * Opens a relay stream. Its credential is checked again at each heartbeat and whenever the agent changes, so that revoking it
 * ends the stream.
 */
export async function openRelay(app: App, agent: AgentCaller): Promise<StreamAnswer> {
  const { storage, clock, engine, hub, log } = app;
  const connectionId = randomUUID();
  const ready = await readyOf(storage.db, agent, connectionId);
  const row = { connectionId, nodeId: engine.nodeId, agentId: agent.agentId, now: new Date(clock.now()) };
  if (!(await storage.transaction((tx) => insertStream(tx, row)))) refuse('too_many_streams');

  return {
    status: 200,
    stream(sink) {
      const stream = new RelayStream(connectionId, agent.agentId, agent.credentialId, sink, clock);
      const revalidate = async () => {
        if (!(await isAdmitted(storage.db, agent))) stream.close('access_ended');
      };
      let cancelBeat: Cancel = () => undefined;
      const beat = () => {
        const doBeat = () => {
          revalidate().catch((error: unknown) => log.warn({ err: error }, 'could not revalidate a relay stream'));
          stream.writeEvent('heartbeat', { at: new Date(clock.now()).toISOString() } satisfies RelayHeartbeat);
          beat();
        };
        cancelBeat = clock.after(limits.heartbeatSeconds * 1000, doBeat, 'beat');
      };
      const unsubscribe = hub.onServer((signal) => {
        if (signal.type === 'resync' || (signal.type === 'agentChanged' && signal.agentId === agent.agentId)) {
          revalidate().catch(() => stream.close());
        }
      });
      sink.onClose(() => {
        cancelBeat();
        unsubscribe();
        engine.relays.remove(stream);
        engine.nudge(agent.agentId);
        deleteStream(storage.db, connectionId, new Date(clock.now())).catch((error: unknown) =>
          log.warn({ err: error }, 'could not forget a stream'),
        );
      });
      stream.onDrain(() => engine.nudge(agent.agentId));
      stream.writeEvent('ready', ready);
      engine.relays.add(stream);
      // This server was given up since, and the note that it holds this stream with it: the agent opens another.
      if (row.nodeId !== engine.nodeId) stream.close('lease_lost');
      beat();
      engine
        .relayOpened(agent.agentId)
        .catch((error: unknown) => log.error({ err: error }, 'could not catch up a relay agent'));
    },
  };
}

/** A stream of nothing but its `ready`, for an agent that only asks how it is registered: no delivery falls due for it. */
export async function tellReady({ storage }: Pick<App, 'storage'>, agent: AgentCaller): Promise<StreamAnswer> {
  const data = await readyOf(storage.db, agent, randomUUID());
  return {
    status: 200,
    stream(sink) {
      sink.write(sseFrame({ event: 'ready', data }));
      sink.close();
    },
  };
}
