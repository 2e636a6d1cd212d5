import type { Target } from '../../carriers/target.ts';

/** Lifetime of a cached target. The signal of a change invalidates it sooner. */
const trustMs = 1000;

/** Caches where an agent's deliveries go. */
export class KnownTarget {
  private target: Target | null = null;
  private readAtMs = -Infinity;
  /** Counts the changes of the agent. A read that began before the last change is discarded. */
  private changes = 0;
  private reading = false;

  /** Returns the target as last read, however old, or null. */
  get last(): Target | null {
    return this.target;
  }

  get isBeingRead(): boolean {
    return this.reading;
  }

  /** Returns the target if the cache is still valid, else null. */
  at(nowMs: number): Target | null {
    return nowMs - this.readAtMs < trustMs ? this.target : null;
  }

  /** Invalidates the cache, because the agent changed. */
  doubt(): void {
    this.changes++;
    this.readAtMs = -Infinity;
  }

  /** Reads the target again. Resolves to false if the agent changed meanwhile and the result was discarded. */
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
