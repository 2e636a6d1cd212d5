import { randomUUID } from 'node:crypto';
import { sseFrame } from '@parley/protocol';
import { isAdmitted } from '../../../accounts/agents/admit.ts';
import type { RelayApp } from '../relay-app.ts';
import type { AgentCaller, StreamAnswer } from '../../../platform/routing/route.ts';
import { holdStream } from './hold-stream.ts';
import { readyOf } from './relay-ready.ts';

/**
 * Opens a relay stream. The credential is checked at each heartbeat and whenever the agent changes, so revoking it ends
 * the stream.
 */
export async function openRelay(app: RelayApp, agent: AgentCaller): Promise<StreamAnswer> {
  const { agentId } = agent;
  const connectionId = randomUUID();
  return holdStream(app, {
    agentId,
    connectionId,
    listener: null,
    ready: await readyOf(app.storage.db, agent, connectionId),
    isAdmitted: () => isAdmitted(app.storage.db, agent),
    concerns: (signal) => signal.type === 'agentChanged' && signal.agentId === agentId,
  });
}

/**
 * Returns a stream with only its `ready` event, for an agent that asks how it is registered. It makes no delivery due.
 */
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
