import { refuse } from '../routing/refusal.ts';

export interface HashQueueBounds {
  /** Hashes that are made at once. */
  readonly atOnce: number;
  /** How many more may wait for their turn. */
  readonly waitingMax: number;
}

/** Does work when it has its turn, in order; refuses it where too much waits already. */
export type HashQueue = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Bounds the hashes of passwords that are made at once. Each takes a core, and one of the threads that read files as well, so a
 * flood of them would hold up whatever else the server does.
 */
export function createHashQueue({ atOnce, waitingMax }: HashQueueBounds): HashQueue {
  const waiting: (() => void)[] = [];
  let underWay = 0;
  const turn = async (): Promise<void> => {
    if (underWay < atOnce) return void (underWay += 1);
    if (waiting.length >= waitingMax) return refuse('overloaded', { message });
    return new Promise((resolve) => waiting.push(resolve));
  };
  const next = (): void => {
    const first = waiting.shift();
    // Whoever is next takes the place as it is.
    if (first) first();
    else underWay -= 1;
  };
  return async (work) => {
    await turn();
    try {
      return await work();
    } finally {
      next();
    }
  };
}

const message = 'Too many people are signing in right now; try again shortly.';
