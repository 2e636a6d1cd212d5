import { sseFrame, type FeedReady } from '@parley/protocol';
import type { PersonSignal } from '../../platform/signals/signal.ts';
import type { Clock } from '../../platform/time/clock.ts';

const keptMs = 5 * 60_000;
const eventsMax = 1024;

/** Frames after a position, and the position after the last of them. */
interface Frames {
  readonly text: string;
  readonly position: number;
}

/** A position of the feed: after its event. */
interface Entry {
  readonly n: number;
  readonly at: number;
  /** When the position was last the newest one of an open feed. */
  freshAt: number;
  /** Null at the first position and after a gap. */
  readonly signal: PersonSignal | null;
}

/**
 * The last events of one person, by position. A position can be resumed from for 5 minutes after it was the newest, and
 * over at most 1,024 events. The ids of positions are `<epoch>.<n>`; an id with another epoch is unknown here.
 */
export class FeedLog {
  private entries: Entry[] = [];
  /** The newest position that was forgotten because events may have been missed. */
  private cleared = -1;

  /** The log begins at the position `first`. */
  constructor(
    private readonly clock: Pick<Clock, 'now'>,
    private readonly epoch: string,
    first: number,
  ) {
    this.push(first, null);
  }

  add(signal: PersonSignal): void {
    this.last.freshAt = this.clock.now();
    this.push(this.newest + 1, signal);
    this.prune();
  }

  /** Keeps the newest position good for another 5 minutes, because an open feed has reached it. Returns it. */
  refresh(): number {
    this.last.freshAt = this.clock.now();
    this.prune();
    return this.newest;
  }

  /** Forgets all positions, because events may have been missed. */
  clear(): void {
    this.cleared = this.newest;
    this.entries = [];
    // The position in between is the gap.
    this.push(this.cleared + 2, null);
  }

  /** Returns whether what follows the position was cleared, rather than dropped for a reader that is too slow. */
  isCleared(position: number): boolean {
    return position <= this.cleared;
  }

  get newest(): number {
    return this.last.n;
  }

  /** Returns the position of an id, or null if what follows it is not known. */
  positionOf(id: string): number | null {
    this.prune();
    const n = Number(/\.(\d{1,15})$/.exec(id)?.[1]);
    if (this.id(n) !== id) return null;
    const entry = this.entries[n - this.oldest];
    return entry !== undefined && entry.freshAt >= this.clock.now() - keptMs ? n : null;
  }

  /** Returns the frames after a position, at most about `bytesMax`; null if some are no longer kept. */
  after(position: number, bytesMax: number): Frames | null {
    if (position + 1 < this.oldest) return null;
    let text = '';
    for (const { n, at, signal } of this.entries.slice(position + 1 - this.oldest)) {
      if (text.length >= bytesMax) break;
      if (signal !== null) text += this.frame(n, at, signal.type, signal.payload);
      position = n;
    }
    return { text, position };
  }

  ready(position: number, resumed: boolean): string {
    return this.frame(position, this.clock.now(), 'feedReady', { resumed } satisfies Pick<FeedReady, 'resumed'>);
  }

  private push(n: number, signal: PersonSignal | null): void {
    const now = this.clock.now();
    this.entries.push({ n, at: now, freshAt: now, signal });
  }

  private frame(n: number, at: number, type: string, payload: object): string {
    const id = this.id(n);
    return sseFrame({ id, event: type, data: { id, type, occurredAt: new Date(at).toISOString(), ...payload } });
  }

  private id(n: number): string {
    return `${this.epoch}.${n}`;
  }

  private get oldest(): number {
    return this.entries[0]?.n ?? 0;
  }

  private get last(): Entry {
    const last = this.entries.at(-1);
    if (last === undefined) throw new Error('a feed log always has a position');
    return last;
  }

  private prune(): void {
    const since = this.clock.now() - keptMs;
    const { newest } = this;
    const kept = this.entries.findIndex(
      ({ n, freshAt }) => n === newest || (freshAt >= since && newest - n <= eventsMax),
    );
    if (kept > 0) this.entries.splice(0, kept);
  }
}
