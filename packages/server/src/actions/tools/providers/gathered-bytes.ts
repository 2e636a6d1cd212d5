/**
 * A buffer for bytes that arrive in chunks. Chunks are copied, so that a chunk of one byte does not keep the whole read
 * buffer alive.
 */
export class GatheredBytes {
  private held = Buffer.alloc(0);
  private used = 0;

  get length(): number {
    return this.used;
  }

  append(piece: Uint8Array): void {
    const needed = this.used + piece.length;
    if (needed > this.held.length) {
      const larger = Buffer.alloc(Math.max(needed, this.held.length * 2, 1024));
      this.held.copy(larger, 0, 0, this.used);
      this.held = larger;
    }
    this.held.set(piece, this.used);
    this.used = needed;
  }

  /** Returns the bytes as UTF-8 text and empties the buffer. */
  takeText(): string {
    const text = this.held.toString('utf8', 0, this.used);
    this.clear();
    return text;
  }

  clear(): void {
    this.held = Buffer.alloc(0);
    this.used = 0;
  }
}
