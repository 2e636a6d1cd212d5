import type { DeliveryId } from '@parley/protocol';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Signal } from '../../../platform/signals/signal.ts';
import { deliverySignals } from './settler.ts';
import type { Withdrawn } from '../log/withdraw-queries.ts';

/** Upper bound for the time between a commit and its arrival in memory. */
const rememberedMs = 60_000;
/** Ids per signal, so that each signal fits into one message of any bus. */
const idsPerSignal = 100;

/**
 * Remembers recently withdrawn deliveries. The signal can arrive before the claim or commit that brings a delivery into
 * memory; such a delivery is then not queued.
 */
export class LatelyWithdrawn {
  private readonly until = new Map<DeliveryId, number>();

  constructor(private readonly clock: Pick<Clock, 'now'>) {}

  note(deliveryIds: readonly DeliveryId[]): void {
    const now = this.clock.now();
    for (const [deliveryId, end] of this.until) {
      if (end > now) break;
      this.until.delete(deliveryId);
    }
    for (const deliveryId of deliveryIds) this.until.set(deliveryId, now + rememberedMs);
  }

  has(deliveryId: DeliveryId): boolean {
    return (this.until.get(deliveryId) ?? 0) > this.clock.now();
  }
}

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
