import type { DeliveryId } from '@parley/protocol';
import type { Core } from '../../../platform/routing/core.ts';
import { deliverySignals } from './settler.ts';
import { markDispatched } from './settle-queries.ts';

const patienceMs = 100;
/** Minimum time for which a dispatch time is kept in memory. By then the database has it. */
const rememberedMs = 60_000;

/**
 * Records dispatch times of attempts that are not answered within 100 ms. Most are, and then their settlement records
 * the dispatch time in the same write.
 */
export class DispatchNotes {
  private readonly sent = new Map<DeliveryId, Date>();
  private planned = false;
  /** Dispatch times since the last rotation, and of the period before it. */
  private recent = new Map<DeliveryId, Date>();
  private earlier = new Map<DeliveryId, Date>();
  private turnedAt: number;
  private readonly app: Pick<Core, 'storage' | 'clock' | 'hub' | 'log'>;
  private readonly nodeId: () => string;

  constructor(app: Pick<Core, 'storage' | 'clock' | 'hub' | 'log'>, nodeId: () => string) {
    this.app = app;
    this.nodeId = nodeId;
    this.turnedAt = app.clock.now();
  }

  wentOut(deliveryId: DeliveryId, at: Date): void {
    this.remember(deliveryId, at);
    this.sent.set(deliveryId, at);
    if (this.planned) return;
    this.planned = true;
    this.app.clock.after(patienceMs, () => void this.flush());
  }

  /** Returns when this server first sent a delivery. Undefined if it did not; may be undefined after a minute. */
  wentOutAt(deliveryId: DeliveryId): Date | undefined {
    return this.earlier.get(deliveryId) ?? this.recent.get(deliveryId);
  }

  private remember(deliveryId: DeliveryId, at: Date): void {
    const now = at.getTime();
    if (now - this.turnedAt > rememberedMs) {
      this.earlier = this.recent;
      this.recent = new Map();
      this.turnedAt = now;
    }
    if (!this.recent.has(deliveryId)) this.recent.set(deliveryId, at);
  }

  answered(deliveryId: DeliveryId): void {
    this.sent.delete(deliveryId);
  }

  private async flush(): Promise<void> {
    this.planned = false;
    const sent = [...this.sent].map(([deliveryId, at]) => ({ deliveryId, at }));
    this.sent.clear();
    if (sent.length === 0) return;
    const { storage, hub, log } = this.app;
    try {
      hub.publish(deliverySignals(await markDispatched(storage.db, this.nodeId(), sent)));
    } catch (error) {
      log.warn({ err: error }, 'could not record dispatches');
    }
  }
}
