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
  return async (_target, delivery, signed) => {
    const { agentId, deliveryId, body } = delivery;
    const frame = { delivery_id: deliveryId, ...signed, body_base64: body.toString('base64') };
    const acknowledged = relays.deliver(agentId, frame);
    if (acknowledged !== null) {
      notes.wentOut(deliveryId, new Date(clock.now()));
      return acknowledged;
    }
    if (relays.has(agentId)) return null;
    if (storage.kind === 'postgres' && (await hasStreamElsewhere(storage.db, agentId, nodeId()))) return null;
    return failed('relay_not_connected', 'No relay stream of the agent was open.', false);
  };
}
