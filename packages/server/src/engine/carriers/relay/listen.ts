import { randomUUID } from 'node:crypto';
import { limits, type ListenReady, type UserId } from '@parley/protocol';
import { requireOwnedAgent } from '../../../accounts/agents/owned-agent.ts';
import { findAgents } from '../../../accounts/agents/queries.ts';
import type { RelayApp } from '../relay-app.ts';
import type { Caller, StreamAnswer } from '../../../platform/routing/route.ts';
import type { CallerReader } from '../../../accounts/users/read-caller.ts';
import { holdStream, tellListeners } from './hold-stream.ts';
import { deleteListeners, isNoted } from '../stream-queries.ts';

/**
 * Opens a stream for an owner who listens to their agent. While it is open, all deliveries of the agent use it,
 * for either transport. It ends with the session or token that opened it, with the agent, when the agent gets another
 * owner, and when the owner ends listening.
 */
export async function listenToAgent(
  app: RelayApp,
  callers: CallerReader,
  { userId, proof }: Pick<Caller, 'userId' | 'proof'>,
  named: string,
): Promise<StreamAnswer> {
  const { agent_id: agentId, transport } = await requireOwnedAgent(app.storage.db, userId, named);
  const connectionId = randomUUID();
  const ready: ListenReady = {
    agent_id: agentId,
    connection_id: connectionId,
    heartbeat_seconds: limits.heartbeatSeconds,
    ack_timeout_seconds: limits.relayAckTimeoutSeconds,
    max_in_flight: limits.relayMaxInFlight,
    transport,
  };
  const isOwned = async () => {
    const [agent] = await findAgents(app.storage.db, [agentId]);
    return agent?.owner_user_id === userId && agent.status !== 'deleted';
  };
  return holdStream(app, {
    agentId,
    connectionId,
    listener: proof,
    ready,
    isAdmitted: async () =>
      (await Promise.all([callers.isGood(proof), isOwned(), isNoted(app.storage.db, connectionId)])).every(Boolean),
    concerns: (signal) =>
      ((signal.type === 'agentChanged' || signal.type === 'listenersChanged') && signal.agentId === agentId) ||
      (signal.type === 'accessEnded' && signal.userId === userId),
  });
}

/** Ends all streams of an owner who listens to their agent, on every server. */
export async function endListening(
  { storage, commit, hub }: Pick<RelayApp, 'storage' | 'commit' | 'hub'>,
  userId: UserId,
  named: string,
): Promise<void> {
  const { agent_id: agentId } = await requireOwnedAgent(storage.db, userId, named);
  await commit(async ({ tx, audit }) => {
    await deleteListeners(tx, agentId);
    await audit('agent.listen_ended', { agentId });
  });
  tellListeners({ hub }, agentId);
}
