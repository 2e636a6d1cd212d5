import type { AgentId } from '@parley/protocol';
import { deleteStream, findStreams } from '../stream-queries.ts';
import { streamsElsewhere } from './streams-elsewhere.ts';
import { accepted, failed, type AttemptResult } from '../attempt-result.ts';
import type { Attempt, Carrier, Connections } from '../carrier.ts';
import type { CarrierParts } from '../carrier-parts.ts';

/** The result of a relay attempt if the agent has no stream. */
export const notConnected = failed('relay_not_connected', 'No relay stream of the agent was open.', false);

/**
 * Sends over streams opened to this server by agents, or by owners who listen. The window is the credit of the streams.
 * Agents acknowledge in any order, so deliveries of a lane are written without waiting.
 */
export function relayCarrier(parts: CarrierParts, nodeId: () => string): Carrier {
  const { relays, storage, hub } = parts;
  const isHeldElsewhere = streamsElsewhere(parts, nodeId);
  /** A failed lookup counts as no. The attempt fails and is retried when a stream opens. */
  const isProbablyElsewhere = (agentId: AgentId) => isHeldElsewhere(agentId).catch(() => false);
  // An acknowledgement recorded by another server ends the wait here.
  const unsubscribe = hub.onServer((signal) => {
    if (signal.type === 'deliverySettled') relays.finish(signal.agentId, signal.deliveryId, accepted);
  });

  async function carry(attempt: Attempt): Promise<AttemptResult | null> {
    const { target, delivery, signed } = attempt;
    const { agentId, deliveryId, body } = delivery;
    if (target.isListenedElsewhere && !relays.isListened(agentId)) return null;
    const frame = { delivery_id: deliveryId, ...signed, body_base64: body.toString('base64') };
    const acknowledged = relays.deliver(agentId, frame, attempt.recorded);
    if (acknowledged !== null) {
      attempt.wentOut();
      return acknowledged;
    }
    if (relays.has(agentId)) return null;
    if (await isProbablyElsewhere(agentId)) return null;
    return notConnected;
  }

  const connections: Connections = {
    window: (agentId) => (relays.has(agentId) ? relays.credit(agentId) : null),
    isFallback: ({ agentId, isListenedElsewhere }) => isListenedElsewhere || relays.isListened(agentId),
    reachable: ({ agentId, isListenedElsewhere }) =>
      relays.isListened(agentId) || (!isListenedElsewhere && relays.has(agentId)),
    holds: (agentId) => relays.has(agentId),
    isHeldElsewhere,
    async sweep(isOrphaned) {
      const noted = await findStreams(storage.db, nodeId());
      const open = new Set(relays.all().map((stream) => stream.connectionId));
      const orphans = noted.filter((connectionId) => !open.has(connectionId) && isOrphaned(connectionId));
      for (const connectionId of orphans) await deleteStream(storage.db, connectionId);
    },
    // Agents then open new ones, which are recorded under the new node id.
    leaseLost() {
      for (const stream of relays.all()) stream.close('lease_lost');
    },
    drain: (withinMs) => relays.drain(withinMs),
  };
  return {
    ordered: false,
    carry,
    predictFailure: ({ agentId, isListenedElsewhere }) =>
      isListenedElsewhere || relays.has(agentId) ? null : notConnected,
    openBreakers: () => 0,
    close: async () => unsubscribe(),
    connections,
  };
}
