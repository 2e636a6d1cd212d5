import { sseComment, sseFrame, sseRetry } from '@parley/protocol';
import type { Cancel, Clock } from '../../platform/time/clock.ts';
import type { EventSink } from '../../platform/routing/route.ts';
import { nextEventId } from './event-frames.ts';
import type { Flushable, Flusher } from './flusher.ts';
import { FrameBatch } from './frame-batch.ts';

/**
 * Limits of a slow reader: the stream is closed beyond this much unread data or this long a stall. Before that, signals
 * collapse into one `streamReady`.
 */
const unreadBytesMax = 64 * 1024;
const stalledMs = 30_000;
const comment = Buffer.from(sseComment);

/**
 * One browser's open event stream. Gathers frames until the flusher writes them. A `streamReady` means that anything
 * may have changed, so frames that wait with it are dropped.
 */
export class BrowserStream implements Flushable {
  private waiting = FrameBatch.none;
  private isQueued = false;
  private isBehind = false;
  private isReadyDue = false;
  private isClosed = false;
  private hasMissed = false;
  private stalled: Cancel = () => undefined;

  constructor(
    private readonly sink: EventSink,
    private readonly flusher: Flusher,
    private readonly clock: Clock,
    /** Called when signals are dropped in favour of a `streamReady`. */
    private readonly onCut: () => void,
  ) {
    sink.onDrain(() => this.caughtUp());
    sink.onClose(() => this.closed());
    this.write(sseRetry(1000 + Math.random() * 2000) + this.ready());
  }

  tell(frame: Buffer): void {
    if (this.isClosed || this.isReadyDue) return;
    if (this.isBehind) return this.missed();
    this.waiting = this.waiting.and(frame);
    if (this.waiting.size > unreadBytesMax) {
      this.missed();
      this.tellReady();
    }
    this.queue();
  }

  tellReady(): void {
    if (this.isClosed || this.isBehind) return;
    this.waiting = FrameBatch.none;
    this.isReadyDue = true;
    this.queue();
  }

  /** Keeps the connection alive. */
  beat(): void {
    this.tell(comment);
  }

  flush(): void {
    const { waiting, isReadyDue, sink } = this;
    this.waiting = FrameBatch.none;
    this.isReadyDue = false;
    this.isQueued = false;
    if (this.isClosed) return;
    const unreadBytes = sink.bufferedBytes;
    if (unreadBytes > unreadBytesMax) return sink.close('slow_reader');
    const isTooMuch = unreadBytes + waiting.size > unreadBytesMax;
    if (isTooMuch) this.missed();
    this.write(isReadyDue || isTooMuch ? this.ready() : waiting.bytes);
  }

  private queue(): void {
    if (this.isQueued) return;
    this.isQueued = true;
    this.flusher.add(this);
  }

  private write(frames: string | Buffer): void {
    if (this.sink.write(frames)) return;
    this.isBehind = true;
    this.stalled = this.clock.after(stalledMs, () => this.sink.close('slow_reader'));
  }

  /** Counts once for each `streamReady` that replaces dropped signals. */
  private missed(): void {
    if (!this.hasMissed) this.onCut();
    this.hasMissed = true;
  }

  private caughtUp(): void {
    this.stalled();
    if (!this.isBehind) return;
    this.isBehind = false;
    this.write(this.ready());
  }

  private closed(): void {
    this.isClosed = true;
    this.waiting = FrameBatch.none;
    this.stalled();
  }

  private ready(): string {
    this.hasMissed = false;
    const nowMs = this.clock.now();
    const id = nextEventId(nowMs);
    const data = { id, type: 'streamReady', occurredAt: new Date(nowMs).toISOString() };
    return sseFrame({ id, event: 'streamReady', data });
  }
}
