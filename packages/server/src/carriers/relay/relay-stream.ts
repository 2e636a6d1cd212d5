import { limits, sseFrame, type AgentId, type DeliveryId, type RelayDelivery } from '@parley/protocol';
import type { Cancel, Clock } from '../../time/clock.ts';
import type { EventSink } from '../../routing/route.ts';
import type { StreamCut } from '../../telemetry/metrics.ts';
import { failed, type AttemptResult } from '../attempt-result.ts';

/** Resolves once the outcome of a delivery is recorded. */
export type Recorded = () => Promise<unknown>;

interface Unacknowledged {
  readonly recorded: Recorded;
  readonly finish: (result: AttemptResult) => void;
  readonly cancel: Cancel;
}

/** One open relay stream: a window of deliveries that the agent has been sent and has not acknowledged. */
export class RelayStream {
  private readonly unacknowledged = new Map<DeliveryId, Unacknowledged>();
  private closed = false;
  private behind = false;
  private draining = false;
  private missed = 0;

  constructor(
    readonly connectionId: string,
    readonly agentId: AgentId,
    /** Whether it is the owner's, who listens, rather than the agent's own. */
    readonly listens: boolean,
    private readonly sink: EventSink,
    private readonly clock: Clock,
  ) {}

  /** How many more deliveries may be written now; none while the agent does not read. */
  get credit(): number {
    return this.closed || this.behind || this.draining ? 0 : limits.relayMaxInFlight - this.unacknowledged.size;
  }

  /** Acknowledgements that failed to come since the last one that did: a peer that is gone without a word misses all. */
  get missedInARow(): number {
    return this.missed;
  }

  writeEvent(event: 'ready' | 'heartbeat', data: unknown): void {
    this.write(sseFrame({ event, data }));
  }

  /** Writes a delivery; resolves with the acknowledgement, or with what came instead of it. */
  deliver(frame: RelayDelivery, recorded: Recorded = async () => undefined): Promise<AttemptResult> {
    return new Promise((resolve) => {
      const deliveryId = frame.delivery_id;
      const finish = (result: AttemptResult) => {
        waiting.cancel();
        // A server that was given up may have the same delivery in hand again; the later wait is not this one's to end.
        if (this.unacknowledged.get(deliveryId) === waiting) this.unacknowledged.delete(deliveryId);
        resolve(result);
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

  /** What is over once the outcome of this delivery is recorded; null where this stream does not wait for it. */
  waitsFor(deliveryId: DeliveryId): Recorded | null {
    return this.unacknowledged.get(deliveryId)?.recorded ?? null;
  }

  /** Ends the wait for a delivery; false where this stream was not waiting for it. */
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

  /** Takes nothing more, and closes when all that was written is acknowledged. */
  drain(): void {
    this.draining = true;
    this.closeWhenDrained();
  }

  close(cut?: StreamCut): void {
    this.sink.close(cut);
  }

  /** The connection is gone: what was not acknowledged has failed. */
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
