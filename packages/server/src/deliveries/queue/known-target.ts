import type { Target } from '../../carriers/target.ts';

/** A target that was read is believed this long; the signal of a change drops it sooner. */
const trustMs = 1000;

/** What is known of where an agent's deliveries go. */
export class KnownTarget {
  private target: Target | null = null;
  private readAtMs = -Infinity;
  /** Counts the changes of the agent: what was read before the last of them is not believed. */
  private changes = 0;
  private reading = false;

  /** As it was read last, however long ago; null where it never was. */
  get last(): Target | null {
    return this.target;
  }

  get isBeingRead(): boolean {
    return this.reading;
  }

  /** As it was read, where that was not too long ago. */
  at(nowMs: number): Target | null {
    return nowMs - this.readAtMs < trustMs ? this.target : null;
  }

  /** The agent changed. */
  doubt(): void {
    this.changes++;
    this.readAtMs = -Infinity;
  }

  /** Reads it anew. Resolves to whether what was read still held by then. */
  async read(reader: () => Promise<Target>, nowMs: () => number): Promise<boolean> {
    const { changes } = this;
    this.reading = true;
    try {
      const target = await reader();
      if (this.changes !== changes) return false;
      this.target = target;
      this.readAtMs = nowMs();
      return true;
    } finally {
      this.reading = false;
    }
  }
}
