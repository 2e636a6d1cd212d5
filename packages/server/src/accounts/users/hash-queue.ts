import { refuse } from '../../platform/routing/refusal.ts';

export interface HashQueueBounds {
  /** Most hashes at the same time. */
  readonly atOnce: number;
  /** Most tasks that may wait. */
  readonly waitingMax: number;
}

/** Runs tasks in order, a limited number at a time. Refuses a task if too many wait. */
export type HashQueue = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Limits how many passwords are hashed at the same time. Each hash uses a core and one of the threads that also read
 * files, so a flood of them would block the rest of the server.
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
    // The next task takes over the slot.
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
