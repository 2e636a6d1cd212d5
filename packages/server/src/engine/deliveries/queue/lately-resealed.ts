import type { DeliveryId } from '@parley/protocol';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Claimed } from '../delivery.ts';

/** Upper bound for the time between a commit and its arrival in memory. */
const rememberedMs = 60_000;

/**
 * Remembers deliveries with a new body. The signal can arrive before the claim that brings a delivery into memory with
 * its old body; such a delivery is then released.
 */
export class LatelyResealed {
  private readonly known = new Map<DeliveryId, { readonly fence: number; readonly end: number }>();

  constructor(private readonly clock: Pick<Clock, 'now'>) {}

  note(deliveryId: DeliveryId, fence: number): void {
    const now = this.clock.now();
    for (const [id, { end }] of this.known) {
      if (end > now) break;
      this.known.delete(id);
    }
    this.known.delete(deliveryId);
    this.known.set(deliveryId, { fence, end: now + rememberedMs });
  }

  /** Returns whether a delivery was claimed before its body changed. */
  isOld({ deliveryId, fence }: Pick<Claimed, 'deliveryId' | 'fence'>): boolean {
    const known = this.known.get(deliveryId);
    return known !== undefined && known.end > this.clock.now() && fence <= known.fence;
  }
}
