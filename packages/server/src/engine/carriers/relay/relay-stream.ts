import { limits, sseFrame, type AgentId, type DeliveryId, type RelayDelivery } from '@parley/protocol';
import type { Cancel, Clock } from '../../../platform/time/clock.ts';
import type { EventSink } from '../../../platform/routing/route.ts';
import type { StreamCut } from '../../../platform/telemetry/metrics.ts';
import { failed, type AttemptResult } from '../attempt-result.ts';

/** Resolves when the outcome of a delivery is recorded. */
export type Recorded = () => Promise<unknown>;

interface Unacknowledged {
  readonly recorded: Recorded;
  readonly finish: (result: AttemptResult) => void;
  readonly cancel: Cancel;
}

/** One open relay stream, with the deliveries sent on it and not yet acknowledged. */
export class RelayStream {
  private readonly unacknowledged = new Map<DeliveryId, Unacknowledged>();
  private closed = false;
  private behind = false;
  private draining = false;
  private missed = 0;

  constructor(
    readonly connectionId: string,
    readonly agentId: AgentId,
    /** Whether the agent's owner opened it, to listen. */
    readonly listens: boolean,
    private readonly sink: EventSink,
    private readonly clock: Clock,
  ) {}

  /** Returns how many more deliveries may be written now; 0 while the agent does not read. */
  get credit(): number {
    return this.closed || this.behind || this.draining ? 0 : limits.relayMaxInFlight - this.unacknowledged.size;
  }

  /** Returns the number of acknowledgement timeouts since the last acknowledgement. A peer that vanished misses all. */
  get missedInARow(): number {
    return this.missed;
  }

  writeEvent(event: 'ready' | 'heartbeat', data: unknown): void {
    this.write(sseFrame({ event, data }));
  }

  /** Writes a delivery. Resolves to the result: acknowledged, timed out, or disconnected. */
  deliver(frame: RelayDelivery, recorded: Recorded = async () => undefined): Promise<AttemptResult> {
    return new Promise((resolve) => {
      const deliveryId = frame.delivery_id;
      const finish = (result: AttemptResult) => {
        waiting.cancel();
        // After a lost lease, this server may have claimed the same delivery again. That later wait must not end here.
        if (this.unacknowledged.get(deliveryId) === waiting) this.unacknowledged.delete(deliveryId);
        resolve(this.listens ? { ...result, via: 'listener' } : result);
        this.closeWhenDrained();
      };
      const cancel = this.clock.after(limits.relayAckTimeoutSeconds * 1000, () => {
        this.missed++;
        finish(failed('ack_timeout', `No acknowledgement came within ${limits.relayAckTimeoutSeconds} seconds.`, true));
      });
      const waiting: Unacknowledged = { recorded, finish, cancel };
      this.unacknowledged.set(deliveryId, waiting);
      this.write(sseFrame({ id: deliveryId, event: 'delivery', data: frame }));
    });
  }

  /** Returns the promise of the recorded outcome of a delivery; null if this stream does not wait for the delivery. */
  waitsFor(deliveryId: DeliveryId): Recorded | null {
    return this.unacknowledged.get(deliveryId)?.recorded ?? null;
  }

  /** Ends the wait for a delivery. Returns false if this stream was not waiting for it. */
  finish(deliveryId: DeliveryId, result: AttemptResult): boolean {
    const waiting = this.unacknowledged.get(deliveryId);
    if (waiting === undefined) return false;
    this.missed = 0;
    waiting.finish(result);
    return true;
  }

  onDrain(listener: () => void): void {
    this.sink.onDrain(() => {
      this.behind = false;
      listener();
    });
  }

  /** Accepts no more deliveries, and closes when everything written is acknowledged. */
  drain(): void {
    this.draining = true;
    this.closeWhenDrained();
  }

  close(cut?: StreamCut): void {
    this.sink.close(cut);
  }

  /** Handles the end of the connection: unacknowledged deliveries have failed. */
  ended(): void {
    this.closed = true;
    const lost = failed('relay_disconnected', 'The relay stream closed before the acknowledgement.', true);
    for (const waiting of [...this.unacknowledged.values()]) waiting.finish(lost);
  }

  private closeWhenDrained(): void {
    if (this.draining && this.unacknowledged.size === 0) this.close();
  }

  private write(frame: string): void {
    if (!this.closed && !this.sink.write(frame)) this.behind = true;
  }
}
