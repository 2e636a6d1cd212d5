import type { AgentId } from '@parley/protocol';
import type { DispatchNotes } from '../dispatch-notes.ts';
import type { EngineParts } from '../engine.ts';
import type { RelayHub } from '../relay/relay-hub.ts';
import { streamsElsewhere } from '../streams-elsewhere.ts';
import { failed } from './attempt-result.ts';
import type { Carrier } from './carrier.ts';

/** Carries over a stream that the agent has opened to this server. */
export function relayCarrier(
  parts: Pick<EngineParts, 'clock' | 'storage' | 'metrics'>,
  notes: DispatchNotes,
  nodeId: () => string,
  relays: RelayHub,
): Carrier {
  const { clock } = parts;
  const ask = streamsElsewhere(parts, nodeId);
  /** A database that does not say is no crash of the attempt: it is made again when a stream opens. */
  const isStreamedElsewhere = (agentId: AgentId) => ask(agentId).catch(() => false);
  return async (target, delivery, signed) => {
    const { agentId, deliveryId, body } = delivery;
    const frame = { delivery_id: deliveryId, ...signed, body_base64: body.toString('base64') };
    if (target.isListenedElsewhere && !relays.isListened(agentId)) return null;
    const acknowledged = relays.deliver(agentId, frame);
    if (acknowledged !== null) {
      notes.wentOut(deliveryId, new Date(clock.now()));
      return acknowledged;
    }
    if (relays.has(agentId)) return null;
    if (await isStreamedElsewhere(agentId)) return null;
    return failed('relay_not_connected', 'No relay stream of the agent was open.', false);
  };
}
