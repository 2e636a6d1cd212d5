import type { DeliveryId } from '@parley/protocol';
import type { Core } from '../../routing/core.ts';
import { deliverySignals } from './settler.ts';
import { markDispatched } from './settle-queries.ts';

const patienceMs = 100;
/** What went out is remembered at least so long, by when the database says it too. */
const rememberedMs = 60_000;

/**
 * Notes when bytes went out, for attempts that are not answered within a moment. Most are, and their settlement says so in one
 * write instead of two.
 */
export class DispatchNotes {
  private readonly sent = new Map<DeliveryId, Date>();
  private planned = false;
  /** When what went out of late did so: since the last turn, and before it. */
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

  /** When a delivery first went out from here, as far as that is not long ago. */
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
