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

  /** From now on they are reached in this way. */
  over(bus: Bus): void {
    this.bus = bus;
  }

  tell(signals: readonly Signal[]): void {
    if (this.live) this.bus?.send(signals);
    else this.leftOut = true;
  }

  note(live: boolean): void {
    this.live = live;
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
