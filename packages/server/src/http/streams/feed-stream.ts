import { sseComment, sseRetry } from '@parley/protocol';
import type { EventSink } from '../../platform/routing/route.ts';
import type { Cancel, Clock } from '../../platform/time/clock.ts';
import type { FeedLog } from './feed-log.ts';
import type { FeedReader } from './feeds.ts';
import type { Flushable, Flusher } from './flusher.ts';

const writeBytesMax = 64 * 1024;
const stalledMs = 30_000;

/**
 * One open feed. It holds a position in the log of its person and writes what follows, so that a slow reader costs no
 * memory of its own. Where the log no longer has what follows, it writes `feedReady` with `resumed` false.
 */
export class FeedStream implements Flushable, FeedReader {
  private position: number;
  private isQueued = false;
  private isBehind = false;
  private isClosed = false;
  private stalled: Cancel = () => undefined;

  constructor(
    private readonly parts: {
      readonly sink: EventSink;
      readonly flusher: Flusher;
      readonly clock: Clock;
      readonly log: FeedLog;
      /** Called when a slow reader gets a `feedReady` in place of events. */
      readonly onCut: () => void;
    },
    /** The id from which to resume, or null. */
    from: string | null,
  ) {
    const { sink, log } = parts;
    sink.onDrain(() => this.caughtUp());
    sink.onClose(() => this.closed());
    const known = from === null ? null : log.positionOf(from);
    this.position = known ?? log.refresh();
    this.write(sseRetry(1000 + Math.random() * 2000) + log.ready(this.position, known !== null));
    this.wake();
  }

  wake(): void {
    if (this.isClosed || this.isBehind || this.isQueued) return;
    this.isQueued = true;
    this.parts.flusher.add(this);
  }

  /** Keeps the connection open and its position good. */
  beat(): void {
    if (this.isClosed || this.isBehind || this.isQueued) return;
    this.keepPosition();
    this.write(sseComment);
  }

  flush(): void {
    this.isQueued = false;
    while (!this.isClosed && !this.isBehind) {
      const frames = this.parts.log.after(this.position, writeBytesMax);
      if (frames === null) return this.cut();
      this.position = frames.position;
      if (frames.text === '') return;
      this.write(frames.text);
    }
  }

  private cut(): void {
    const { log, onCut } = this.parts;
    if (!log.isCleared(this.position)) onCut();
    this.position = log.refresh();
    this.write(log.ready(this.position, false));
  }

  private write(frames: string): void {
    if (this.parts.sink.write(frames)) return;
    this.isBehind = true;
    this.stalled = this.parts.clock.after(stalledMs, () => this.parts.sink.close('slow_reader'));
  }

  private caughtUp(): void {
    this.stalled();
    this.isBehind = false;
    this.wake();
  }

  private keepPosition(): void {
    const { log } = this.parts;
    if (this.position === log.newest) log.refresh();
  }

  private closed(): void {
    this.isClosed = true;
    this.keepPosition();
    this.stalled();
  }
}
