import { randomUUID } from 'node:crypto';
import { sseFrame } from '@parley/protocol';
import { isAdmitted } from '../../agents/admit.ts';
import type { RelayApp } from './relay-app.ts';
import type { AgentCaller, StreamAnswer } from '../../routing/route.ts';
import { holdStream } from './hold-stream.ts';
import { readyOf } from './relay-ready.ts';

/**
 * Opens a relay stream. Its credential is checked again at each heartbeat and whenever the agent changes, so that revoking it
 * ends the stream.
 */
export async function openRelay(app: RelayApp, agent: AgentCaller): Promise<StreamAnswer> {
  const { agentId } = agent;
  const connectionId = randomUUID();
  return holdStream(app, {
    agentId,
    connectionId,
    listens: false,
    ready: await readyOf(app.storage.db, agent, connectionId),
    isAdmitted: () => isAdmitted(app.storage.db, agent),
    concerns: (signal) => signal.type === 'agentChanged' && signal.agentId === agentId,
  });
}

/** A stream of nothing but its `ready`, for an agent that only asks how it is registered: no delivery falls due for it. */
export async function tellReady({ storage }: Pick<RelayApp, 'storage'>, agent: AgentCaller): Promise<StreamAnswer> {
  const data = await readyOf(storage.db, agent, randomUUID());
  return {
    status: 200,
    stream(sink) {
      sink.write(sseFrame({ event: 'ready', data }));
      sink.close();
    },
  };
}
