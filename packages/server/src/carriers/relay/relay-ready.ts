import { limits, type AgentTransport, type RelayReady } from '@parley/protocol';
import { findAgents } from '../../agents/queries.ts';
import type { AgentCaller } from '../../routing/route.ts';
import type { Db } from '../../storage/storage.ts';

const nothingComes =
  'This agent is registered with the transport webhook, so no delivery comes over this stream: each is posted to its ' +
  "webhook_url. Set the manifest's transport to relay to receive them here.";

/** What a stream begins with. An agent whose deliveries go elsewhere is told so, since it would wait here for ever. */
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
