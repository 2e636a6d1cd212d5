type Work = () => Promise<void>;

/**
 * Runs work in lanes: the work of one lane one after another in the order in which it came, different lanes side by side, never
 * more than `concurrency` at once. Work must not reject.
 */
export class Lanes {
  readonly #concurrency: number;
  readonly #queues = new Map<string, Work[]>();
  /** Lanes with work and none of it running, in the order in which they became so. */
  readonly #ready: string[] = [];
  #running = 0;
  #size = 0;
  readonly #idleListeners: (() => void)[] = [];

  constructor(concurrency: number) {
    if (!Number.isInteger(concurrency) || concurrency < 1)
      throw new TypeError('concurrency is a whole number above 0.');
    this.#concurrency = concurrency;
  }

  /** How much work waits or runs. */
  get size(): number {
    return this.#size;
  }

  add(lane: string, work: Work): void {
    this.#size++;
    const queue = this.#queues.get(lane);
    if (queue) {
      queue.push(work);
      return;
    }
    this.#queues.set(lane, [work]);
    this.#ready.push(lane);
    this.#fill();
  }

  /** Resolves once nothing waits or runs. */
  idle(): Promise<void> {
    if (this.#size === 0) return Promise.resolve();
    return new Promise((resolve) => this.#idleListeners.push(resolve));
  }

  #fill(): void {
    while (this.#running < this.#concurrency) {
      const lane = this.#ready.shift();
      if (lane === undefined) return;
      this.#running++;
      void this.#runNext(lane);
    }
  }

  async #runNext(lane: string): Promise<void> {
    const queue = this.#queues.get(lane) ?? [];
    await queue.shift()?.();
    this.#running--;
    this.#size--;
    if (queue.length > 0) this.#ready.push(lane);
    else this.#queues.delete(lane);
    this.#fill();
    if (this.#size === 0) for (const resolve of this.#idleListeners.splice(0)) resolve();
  }
}
