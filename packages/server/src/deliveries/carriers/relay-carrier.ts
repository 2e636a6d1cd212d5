import type { AgentId } from '@parley/protocol';
import type { DispatchNotes } from '../dispatch-notes.ts';
import type { EngineParts } from '../engine.ts';
import { hasStreamElsewhere } from '../node-queries.ts';
import type { RelayHub } from '../relay/relay-hub.ts';
import { failed } from './attempt-result.ts';
import type { Carrier } from './carrier.ts';

/** Carries over a stream that the agent has opened to this server. */
export function relayCarrier(
  { clock, storage }: Pick<EngineParts, 'clock' | 'storage'>,
  notes: DispatchNotes,
  nodeId: () => string,
  relays: RelayHub,
): Carrier {
  /** A database that does not say is no crash of the attempt: it is made again when a stream opens. */
  const isStreamedElsewhere = (agentId: AgentId) =>
    hasStreamElsewhere(storage.db, agentId, nodeId()).catch(() => false);
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
    if (storage.kind === 'postgres' && (await isStreamedElsewhere(agentId))) return null;
    return failed('relay_not_connected', 'No relay stream of the agent was open.', false);
  };
}
