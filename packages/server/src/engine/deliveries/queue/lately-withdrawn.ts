import type { DeliveryId } from '@parley/protocol';
import type { Clock } from '../../../platform/time/clock.ts';

/** Upper bound for the time between a commit and its arrival in memory. */
const rememberedMs = 60_000;

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
