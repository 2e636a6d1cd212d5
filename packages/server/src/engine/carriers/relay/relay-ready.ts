import { limits, type AgentTransport, type RelayReady } from '@parley/protocol';
import { findAgents } from '../../../accounts/agents/queries.ts';
import type { AgentCaller } from '../../../platform/routing/route.ts';
import type { Db } from '../../../platform/storage/storage.ts';

const nothingComes =
  'This agent is registered with the transport webhook, so no delivery comes over this stream: each is posted to its ' +
  "webhook_url. Set the manifest's transport to relay to receive them here.";

/**
 * Returns the data of the `ready` event. It warns an agent registered with another transport, which would wait here
 * forever.
 */
export async function readyOf(db: Db, agent: AgentCaller, connectionId: string): Promise<RelayReady> {
  const [row] = await findAgents(db, [agent.agentId]);
  const transport: AgentTransport = row?.transport ?? 'relay';
  return {
    agent_id: agent.agentId,
    credential_id: agent.credentialId,
    connection_id: connectionId,
    heartbeat_seconds: limits.heartbeatSeconds,
    ack_timeout_seconds: limits.relayAckTimeoutSeconds,
    max_in_flight: limits.relayMaxInFlight,
    transport,
    ...(transport === 'webhook' ? { notice: nothingComes } : {}),
  };
}
