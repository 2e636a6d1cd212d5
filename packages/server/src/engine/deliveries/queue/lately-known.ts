import type { DeliveryId } from '@parley/protocol';
import type { Clock } from '../../../platform/time/clock.ts';

/** Upper bound for the time between a commit and its arrival in memory. */
const rememberedMs = 60_000;

/**
 * Remembers for a minute what was heard of deliveries. The signal can arrive before the claim or commit that brings a
 * delivery into memory.
 */
export class LatelyKnown<Value> {
  private readonly known = new Map<DeliveryId, { readonly value: Value; readonly end: number }>();

  constructor(private readonly clock: Pick<Clock, 'now'>) {}

  note(deliveryId: DeliveryId, value: Value): void {
    const now = this.clock.now();
    for (const [id, { end }] of this.known) {
      if (end > now) break;
      this.known.delete(id);
    }
    // Entries stay in the order of their ends.
    this.known.delete(deliveryId);
    this.known.set(deliveryId, { value, end: now + rememberedMs });
  }

  of(deliveryId: DeliveryId): Value | undefined {
    const known = this.known.get(deliveryId);
    return known !== undefined && known.end > this.clock.now() ? known.value : undefined;
  }
}
