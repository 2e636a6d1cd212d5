import type { DeliveryId } from '@parley/protocol';
import type { Clock } from '../../time/clock.ts';
import type { Signal } from '../../signals/signal.ts';
import { deliverySignals } from './settler.ts';
import type { Withdrawn } from '../log/withdraw-queries.ts';

/** What is on its way between the database and memory gets there well within this time. */
const rememberedMs = 60_000;
/** Ids that go into one signal, so that it fits into any bus's message. */
const idsPerSignal = 100;

/**
 * Deliveries that were withdrawn of late. Word of it may come before a claim, or the commit that queued them, has brought them into
 * memory: then they are not taken.
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

/** What is told once deliveries of one agent are withdrawn: to whoever has them in hand, and to their senders. */
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
