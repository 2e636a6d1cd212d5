import type { AgentId, DeliveryId } from '@parley/protocol';
import type { Signal } from '../../platform/signals/signal.ts';
import { deliverySignals } from './lease/settler.ts';
import type { Withdrawn } from './withdraw-queries.ts';

/** Ids per signal, so that each signal fits into one message of any bus. */
const idsPerSignal = 100;

/** Returns the signals after deliveries were withdrawn: to the servers that may hold them, and to their senders. */
export function withdrawnSignals(withdrawn: readonly Withdrawn[]): Signal[] {
  return [...withdrawnFromServers(withdrawn), ...deliverySignals(withdrawn)];
}

/** Returns only the signals to the servers that may hold them. */
export function withdrawnFromServers(withdrawn: readonly Withdrawn[]): Signal[] {
  const ofAgents = new Map<AgentId, DeliveryId[]>();
  for (const { agentId, deliveryId } of withdrawn) {
    const known = ofAgents.get(agentId);
    if (known) known.push(deliveryId);
    else ofAgents.set(agentId, [deliveryId]);
  }
  return [...ofAgents].flatMap(([agentId, ids]) => {
    const signals: Signal[] = [];
    for (let start = 0; start < ids.length; start += idsPerSignal) {
      const deliveryIds = ids.slice(start, start + idsPerSignal);
      signals.push({ to: 'servers', type: 'deliveriesWithdrawn', agentId, deliveryIds });
    }
    return signals;
  });
}
