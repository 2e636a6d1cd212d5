import { randomUUID } from 'node:crypto';
import { limits, type ListenReady } from '@parley/protocol';
import { lockOwnedAgent } from '../../agents/lock-owned-agent.ts';
import { findAgents } from '../../agents/queries.ts';
import type { RelayApp } from './relay-app.ts';
import type { Caller, StreamAnswer } from '../../routing/route.ts';
import type { CallerReader } from '../../users/read-caller.ts';
import { holdStream } from './hold-stream.ts';

/**
 * Opens the stream of an owner who listens to their agent: while it is open, what would go to the agent, whatever its transport,
 * goes over it. It ends with the session or token that opened it, and with the agent.
 */
export async function listenToAgent(
  app: RelayApp,
  callers: CallerReader,
  { userId, proof }: Pick<Caller, 'userId' | 'proof'>,
  named: string,
): Promise<StreamAnswer> {
  const { agent_id: agentId } = await app.storage.transaction((tx) => lockOwnedAgent(tx, userId, named));
  const connectionId = randomUUID();
  const ready: ListenReady = {
    agent_id: agentId,
    connection_id: connectionId,
    heartbeat_seconds: limits.heartbeatSeconds,
    ack_timeout_seconds: limits.relayAckTimeoutSeconds,
    max_in_flight: limits.relayMaxInFlight,
  };
  const isThere = async () => {
    const [agent] = await findAgents(app.storage.db, [agentId]);
    return agent !== undefined && agent.status !== 'deleted';
  };
  return holdStream(app, {
    agentId,
    connectionId,
    listens: true,
    ready,
    isAdmitted: async () => (await Promise.all([callers.isGood(proof), isThere()])).every(Boolean),
    concerns: (signal) =>
      (signal.type === 'agentChanged' && signal.agentId === agentId) ||
      (signal.type === 'accessEnded' && signal.userId === userId),
  });
}
