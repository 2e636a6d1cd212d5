/** Bytes that come in pieces, copied together: a piece of one byte costs one byte, not the memory of the read that brought it. */
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

  /** Gives what has come, as text, and begins anew. */
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
