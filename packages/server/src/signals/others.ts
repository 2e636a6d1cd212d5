import type { Bus } from './bus.ts';
import type { Signal } from './signal.ts';

/**
 * The other servers, as far as this one knows. While none lives, nothing goes over the bus. As soon as one may, it is told that
 * something was left out, since nobody knows whether it was there by then.
 */
export class Others {
  private bus: Bus | null = null;
  private live = true;
  private leftOut = false;
  private readonly listeners = new Set<(live: boolean) => void>();

  /** From now on they are reached in this way. */
  over(bus: Bus): void {
    this.bus = bus;
  }

  /** Whether none lives, as far as this server knows. */
  get areNone(): boolean {
    return !this.live;
  }

  /** Listens for what each look finds; returns what ends it. */
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
    // Somebody may have come since this server looked last.
    this.note(true);
    await this.bus?.close();
  }
}
