/**
 * Frames that wait for a stream, in order. Streams with the same waiting frames share one batch, so that its bytes are
 * concatenated once for all of them.
 */
export class FrameBatch {
  static readonly none = new FrameBatch(null, Buffer.alloc(0));

  readonly size: number;
  private following: FrameBatch | null = null;
  private joined: Buffer | null = null;

  private constructor(
    readonly before: FrameBatch | null,
    readonly last: Buffer,
  ) {
    this.size = (before?.size ?? 0) + last.length;
  }

  /**
   * Returns this batch with one more frame. A signal goes to its streams one after the other, so caching the last
   * result is enough.
   */
  and(frame: Buffer): FrameBatch {
    if (this.following?.last !== frame) this.following = new FrameBatch(this, frame);
    return this.following;
  }

  get bytes(): Buffer {
    this.joined ??= this.before === FrameBatch.none ? this.last : Buffer.concat(framesOf(this));
    return this.joined;
  }
}

function framesOf(whole: FrameBatch): Buffer[] {
  const frames: Buffer[] = [];
  for (let batch: FrameBatch | null = whole; batch !== null; batch = batch.before) frames.push(batch.last);
  return frames.reverse();
}
