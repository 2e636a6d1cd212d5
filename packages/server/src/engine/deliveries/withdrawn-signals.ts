import type { Signal } from '../../platform/signals/signal.ts';
import { deliverySignals } from './lease/settler.ts';
import type { Withdrawn } from './withdraw-queries.ts';

/** Ids per signal, so that each signal fits into one message of any bus. */
const idsPerSignal = 100;

/**
 * Returns the signals after deliveries of one agent were withdrawn: to the servers that may hold them, and to their
 * senders.
 */
export function withdrawnSignals(withdrawn: readonly Withdrawn[]): Signal[] {
  const signals: Signal[] = [];
  for (let start = 0; start < withdrawn.length; start += idsPerSignal) {
    const some = withdrawn.slice(start, start + idsPerSignal);
    const [first] = some;
    if (!first) break;
    const deliveryIds = some.map(({ deliveryId }) => deliveryId);
    signals.push({ to: 'servers', type: 'deliveriesWithdrawn', agentId: first.agentId, deliveryIds });
  }
  return [...signals, ...deliverySignals(withdrawn)];
}
