import type { Signal } from '../signal.ts';

/** What is to be sent at one go: signals, or word that some were given up. */
export type Batch = { readonly resync: true } | { readonly signals: readonly Signal[] };

/** Signals that wait for the way to the other servers, which may be busy or broken. Their number is bounded. */
export class Outbox {
  private waiting: Signal[] = [];
  private resyncDue = false;

  constructor(
    private readonly maxWaiting: number,
    private readonly maxBatch: number,
    /** Told when signals are given up, for which one word of a gap stands. */
    private readonly onGiveUp: () => void = () => undefined,
  ) {}

  get isEmpty(): boolean {
    return !this.resyncDue && this.waiting.length === 0;
  }

  /** While word of a gap waits to be sent, it stands for all that is added: who hears it looks at everything. */
  add(signals: readonly Signal[]): void {
    if (this.resyncDue) return;
    for (const signal of signals) this.waiting.push(signal);
    if (this.waiting.length > this.maxWaiting) this.giveUp();
  }

  /** Takes what is next; null where nothing waits. */
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

  /** Puts back a batch that may not have arrived. One that did arrive is harmless twice. */
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

  /** Something was left out: word of the gap stands for it, and for all that waits. */
  addGap(): void {
    this.waiting = [];
    this.resyncDue = true;
  }

  private giveUp(): void {
    this.addGap();
    this.onGiveUp();
  }
}
