import type { Bus } from './bus.ts';
import type { Signal } from './signal.ts';

/**
 * Tracks whether other servers are alive. While none is, nothing goes over the bus. When one may be, it is sent a
 * resync in place of the skipped signals, because it may have started before they were published.
 */
export class Others {
  private bus: Bus | null = null;
  private live = true;
  private leftOut = false;
  private readonly listeners = new Set<(live: boolean) => void>();

  /** Sets the bus to the other servers. */
  over(bus: Bus): void {
    this.bus = bus;
  }

  /** Returns whether no other server is alive, as far as this one knows. */
  get areNone(): boolean {
    return !this.live;
  }

  /** Listens for each finding. Returns a function that stops it. */
  onNote(listener: (live: boolean) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  tell(signals: readonly Signal[]): void {
    if (this.live) this.bus?.send(signals);
    else this.leftOut = true;
  }

  note(live: boolean): void {
    this.live = live;
    for (const listener of this.listeners) listener(live);
    if (!live || !this.leftOut) return;
    this.leftOut = false;
    this.bus?.sendGap();
  }

  async close(): Promise<void> {
    // A server may have started since the last check.
    this.note(true);
    await this.bus?.close();
  }
}
