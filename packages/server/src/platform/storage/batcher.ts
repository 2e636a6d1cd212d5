import { isConnectionLoss } from './transient.ts';
import { CommitOutcomeUnknown } from './commit-errors.ts';

export interface BatcherOptions<Item, Verdict> {
  /** Handles all items in one run and resolves to one verdict for each, in their order. */
  run: (items: Item[]) => Promise<Verdict[]>;
  /** Most items in one run. */
  maxBatch: number;
  /** Most items that may wait for a run. One more is refused with `Overloaded`. */
  maxQueued: number;
  /** Most runs at the same time. Default 1. */
  concurrency?: number;
  /** Called with the number of items when a run starts. */
  onRun?: (size: number) => void;
}

/** Gathers single items into batches. */
export interface Batcher<Item, Verdict> {
  /**
   * Adds an item and resolves to its verdict. Rejects with the run's error, or with `Overloaded` if too many items
   * wait.
   */
  add(item: Item): Promise<Verdict>;
  /** Resolves when no item waits and no run is active. */
  idle(): Promise<void>;
  /** Number of items that have no verdict yet. */
  readonly size: number;
}

/** Too many items are waiting. The caller should try again later. */
export class Overloaded extends Error {
  constructor(maxQueued: number) {
    super(`More than ${maxQueued} items are waiting.`);
    this.name = 'Overloaded';
  }
}

interface Waiting<Item, Verdict> {
  item: Item;
  resolve: (verdict: Verdict) => void;
  reject: (error: unknown) => void;
}

/**
 * Creates a batcher without a timer: items that arrive during a run form the next batch, so batches grow with the load
 * and a single item starts at once. If a batch of several fails, its items run again one by one, so that a bad item
 * does not fail the others. A run must therefore be atomic, as a transaction is.
 */
export function createBatcher<Item, Verdict>(options: BatcherOptions<Item, Verdict>): Batcher<Item, Verdict> {
  const { run, maxBatch, maxQueued, concurrency = 1, onRun } = options;
  let queue: Waiting<Item, Verdict>[] = [];
  let unanswered = 0;
  let running = 0;
  let startPlanned = false;
  const whenIdle: (() => void)[] = [];

  /** Starts at the end of the event loop's turn, so that all items of one turn share the first batch. */
  function planStart(): void {
    if (startPlanned || running >= concurrency) return;
    startPlanned = true;
    setImmediate(() => {
      startPlanned = false;
      fillSlots();
    });
  }

  function fillSlots(): void {
    while (running < concurrency && queue.length > 0) {
      const batch = queue.slice(0, maxBatch);
      queue = queue.slice(batch.length);
      running += 1;
      onRun?.(batch.length);
      void answerAll(batch, run).then(() => {
        running -= 1;
        unanswered -= batch.length;
        fillSlots();
        if (unanswered === 0) for (const tell of whenIdle.splice(0)) tell();
      });
    }
  }

  return {
    add(item) {
      if (queue.length >= maxQueued) return Promise.reject(new Overloaded(maxQueued));
      return new Promise((resolve, reject) => {
        queue.push({ item, resolve, reject });
        unanswered += 1;
        planStart();
      });
    },
    idle() {
      if (unanswered === 0) return Promise.resolve();
      return new Promise((resolve) => whenIdle.push(resolve));
    },
    get size() {
      return unanswered;
    },
  };
}

async function answerAll<Item, Verdict>(
  batch: Waiting<Item, Verdict>[],
  run: (items: Item[]) => Promise<Verdict[]>,
): Promise<void> {
  let verdicts: Verdict[];
  try {
    verdicts = await run(batch.map(({ item }) => item));
  } catch (error) {
    if (batch.length === 1 || isBatchWideFailure(error)) return rejectAll(batch, error);
    for (const [index, waiting] of batch.entries()) {
      const lost = await answerAlone(waiting, run);
      if (lost !== undefined) return rejectAll(batch.slice(index + 1), lost);
    }
    return;
  }
  if (verdicts.length !== batch.length) {
    return rejectAll(batch, new Error(`A run over ${batch.length} items gave ${verdicts.length} verdicts.`));
  }
  for (const [index, { resolve }] of batch.entries()) resolve(verdicts[index] as Verdict);
}

/**
 * Runs one item alone and settles it. Resolves to the error if it is a batch-wide failure, which the remaining items
 * would meet too.
 */
async function answerAlone<Item, Verdict>(
  { item, resolve, reject }: Waiting<Item, Verdict>,
  run: (items: Item[]) => Promise<Verdict[]>,
): Promise<unknown> {
  try {
    const verdicts = await run([item]);
    if (verdicts.length !== 1) throw new Error(`A run over 1 item gave ${verdicts.length} verdicts.`);
    resolve(verdicts[0] as Verdict);
  } catch (error) {
    reject(error);
    if (isBatchWideFailure(error)) return error;
  }
  return undefined;
}

/** A lost connection is not the fault of an item, would fail every item in turn, and may have come after the commit. */
function isBatchWideFailure(error: unknown): boolean {
  return error instanceof CommitOutcomeUnknown || isConnectionLoss(error);
}

function rejectAll<Item, Verdict>(batch: Waiting<Item, Verdict>[], error: unknown): void {
  for (const { reject } of batch) reject(error);
}
