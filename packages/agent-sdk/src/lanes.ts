/** The place of one piece of work among those that run at once. */
export interface Slot {
  /** Leaves the place to others while a promise is waited for. Its lane stays taken. */
  lendWhile<T>(promise: Promise<T>): Promise<T>;
}

/** The place of what runs beside the others. */
export const noSlot: Slot = { lendWhile: (promise) => promise };

type Work = (slot: Slot) => Promise<void>;

/**
 * Runs work in lanes: the work of one lane one after another in the order in which it came, different lanes side by side, never
 * more than `concurrency` at once, but for work that passes the others. Work must not reject.
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

  /** @param options With `passes` the work waits for nothing where its lane is busy: it runs beside the others at once. */
  add(lane: string, work: Work, options: { readonly passes?: boolean } = {}): void {
    this.#size++;
    const queue = this.#queues.get(lane);
    if (queue && options.passes) {
      void this.#runBeside(work);
      return;
    }
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
    const slot = new LentSlot((by) => {
      this.#running += by;
      this.#fill();
    });
    await queue.shift()?.(slot);
    slot.end();
    this.#size--;
    if (queue.length > 0) this.#ready.push(lane);
    else this.#queues.delete(lane);
    this.#fill();
    this.#tellIdle();
  }

  async #runBeside(work: Work): Promise<void> {
    await work(noSlot);
    this.#size--;
    this.#tellIdle();
  }

  #tellIdle(): void {
    if (this.#size === 0) for (const resolve of this.#idleListeners.splice(0)) resolve();
  }
}

/** Counts for one while its work neither waits nor has ended. */
class LentSlot implements Slot {
  readonly #change: (by: 1 | -1) => void;
  #waits = 0;
  #hasEnded = false;

  constructor(change: (by: 1 | -1) => void) {
    this.#change = change;
  }

  async lendWhile<T>(promise: Promise<T>): Promise<T> {
    if (this.#waits++ === 0 && !this.#hasEnded) this.#change(-1);
    try {
      return await promise;
    } finally {
      if (--this.#waits === 0 && !this.#hasEnded) this.#change(1);
    }
  }

  end(): void {
    this.#hasEnded = true;
    if (this.#waits === 0) this.#change(-1);
  }
}
