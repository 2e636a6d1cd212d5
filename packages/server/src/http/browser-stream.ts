import { sseComment, sseFrame, sseRetry } from '@parley/protocol';
import type { Cancel, Clock } from '../time/clock.ts';
import type { EventSink } from '../routing/route.ts';
import { nextEventId } from './event-frames.ts';
import type { Flushable, Flusher } from './flusher.ts';
import { FrameBatch } from './frame-batch.ts';

/** A reader who leaves this much unread, or for this long, is dropped; before that, signals turn into one `streamReady`. */
const unreadBytesMax = 64 * 1024;
const stalledMs = 30_000;
const comment = Buffer.from(sseComment);

/**
 * One browser's open stream. What it is told is gathered until the flusher comes to it. A `streamReady` says that anything may
 * have changed, so whatever waited before it, and comes before it is written, is left out.
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
    /** Told when signals are left out that one `streamReady` stands for. */
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

  /** Counted once for each `streamReady` that stands for what was left out. */
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
