import type { Signal } from '../signal.ts';

/** One message batch: signals, or a note that some were dropped. */
export type Batch = { readonly resync: true } | { readonly signals: readonly Signal[] };

/** A bounded queue of signals for the other servers, used while the connection is busy or broken. */
export class Outbox {
  private waiting: Signal[] = [];
  private resyncDue = false;

  constructor(
    private readonly maxWaiting: number,
    private readonly maxBatch: number,
    /** Called when the queue overflows and its signals are replaced by a resync. */
    private readonly onGiveUp: () => void = () => undefined,
  ) {}

  get isEmpty(): boolean {
    return !this.resyncDue && this.waiting.length === 0;
  }

  /** Adds signals. They are skipped while a resync is pending, because a resync makes receivers check everything. */
  add(signals: readonly Signal[]): void {
    if (this.resyncDue) return;
    for (const signal of signals) this.waiting.push(signal);
    if (this.waiting.length > this.maxWaiting) this.giveUp();
  }

  /** Takes the next batch, or null if the queue is empty. */
  take(): Batch | null {
    if (this.resyncDue) {
      this.resyncDue = false;
      return { resync: true };
    }
    if (this.waiting.length === 0) return null;
    const signals = this.waiting.slice(0, this.maxBatch);
    this.waiting = this.waiting.slice(signals.length);
    return { signals };
  }

  /** Puts back a batch that may not have arrived. Receiving a batch twice is harmless. */
  putBack(batch: Batch): void {
    if ('resync' in batch) {
      this.waiting = [];
      this.resyncDue = true;
      return;
    }
    if (this.resyncDue) return;
    this.waiting = [...batch.signals, ...this.waiting];
    if (this.waiting.length > this.maxWaiting) this.giveUp();
  }

  /** Replaces everything in the queue with a resync, because signals were dropped. */
  addGap(): void {
    this.waiting = [];
    this.resyncDue = true;
  }

  private giveUp(): void {
    this.addGap();
    this.onGiveUp();
  }
}
