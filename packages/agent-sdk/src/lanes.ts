/** The place of one piece of work among those that run at once. */
export interface Slot {
  /** Leaves the place to others while a promise is waited for. Its lane stays taken. */
  lendWhile<T>(promise: Promise<T>): Promise<T>;
  /** Does the same, and lets calls of its lane in meanwhile. */
  openWhile<T>(promise: Promise<T>): Promise<T>;
}

/** The place of what runs beside the others. */
export const noSlot: Slot = { lendWhile: (promise) => promise, openWhile: (promise) => promise };

type Work = (slot: Slot) => Promise<void>;

interface WorkOptions {
  /** Whether the work waits for nothing where its lane is busy: it runs beside the others at once. */
  readonly passes?: boolean;
  /** Whether the work may begin in a busy lane, ahead of other work, once all that runs there waits in `openWhile`. */
  readonly isCall?: boolean;
}

interface Lane {
  readonly queue: { readonly work: Work; readonly isCall: boolean }[];
  /** How much work runs, without what passes. */
  running: number;
  /** How much of it does not wait in `openWhile`. */
  busy: number;
}

/**
 * Runs work in lanes: the work of one lane one after another in the order in which it came, different lanes side by side, never
 * more than `concurrency` at once, but for work that passes the others and for calls in a busy lane. Work must not reject.
 */
export class Lanes {
  readonly #concurrency: number;
  readonly #lanes = new Map<string, Lane>();
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

  add(name: string, work: Work, { passes = false, isCall = false }: WorkOptions = {}): void {
    this.#size++;
    const lane = this.#lanes.get(name);
    if (lane && passes) {
      void this.#runBeside(work);
      return;
    }
    if (lane) {
      lane.queue.push({ work, isCall });
      this.#letCallIn(name, lane);
      return;
    }
    this.#lanes.set(name, { queue: [{ work, isCall }], running: 0, busy: 0 });
    this.#ready.push(name);
    this.#fill();
  }

  /** Resolves once nothing waits or runs. */
  idle(): Promise<void> {
    if (this.#size === 0) return Promise.resolve();
    return new Promise((resolve) => this.#idleListeners.push(resolve));
  }

  #fill(): void {
    while (this.#running < this.#concurrency) {
      const name = this.#ready.shift();
      const lane = name === undefined ? undefined : this.#lanes.get(name);
      const next = lane?.queue.shift();
      if (name === undefined || !lane || !next) return;
      this.#running++;
      const place = new Share((by) => {
        this.#running += by;
        this.#fill();
      });
      void this.#run(name, lane, { work: next.work, place });
    }
  }

  /** A call that waited for work which itself waits for calls would wait for ever. */
  #letCallIn(name: string, lane: Lane): void {
    if (lane.running === 0 || lane.busy > 0) return;
    const index = lane.queue.findIndex(({ isCall }) => isCall);
    const [call] = index < 0 ? [] : lane.queue.splice(index, 1);
    if (call) void this.#run(name, lane, { work: call.work, place: null });
  }

  async #run(name: string, lane: Lane, { work, place }: { readonly work: Work; readonly place: Share | null }) {
    lane.running++;
    lane.busy++;
    const turn = new Share((by) => {
      lane.busy += by;
      this.#letCallIn(name, lane);
    });
    const lendWhile: Slot['lendWhile'] = (promise) => place?.lendWhile(promise) ?? promise;
    await work({ lendWhile, openWhile: (promise) => lendWhile(turn.lendWhile(promise)) });
    lane.running--;
    turn.end();
    if (lane.running === 0 && lane.queue.length > 0) this.#ready.push(name);
    else if (lane.running === 0) this.#lanes.delete(name);
    place?.end();
    this.#ended();
  }

  async #runBeside(work: Work): Promise<void> {
    await work(noSlot);
    this.#ended();
  }

  #ended(): void {
    this.#size--;
    this.#fill();
    if (this.#size === 0) for (const resolve of this.#idleListeners.splice(0)) resolve();
  }
}

/** Counts for one while its work neither waits nor has ended. Whoever begins the work has counted it. */
class Share {
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
