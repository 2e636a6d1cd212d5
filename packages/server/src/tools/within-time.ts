import { createContext, Script } from 'node:vm';

/** What took longer than it may. */
export class TakesTooLong extends Error {
  constructor() {
    super('This takes too long.');
    this.name = 'TakesTooLong';
  }
}

const place = createContext({ work: null as (() => unknown) | null });
const script = new Script('work()');

/**
 * Does work that runs without a pause, and breaks it off with `TakesTooLong` after so many milliseconds or where it goes down too deep.
 * Nothing else can end work of that kind, which holds up the whole process meanwhile.
 */
export function withinTime<T>(ms: number, work: () => T): T {
  place.work = work;
  try {
    return script.runInContext(place, { timeout: ms }) as T;
  } catch (error) {
    const isLate = (error as { code?: unknown } | null)?.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
    throw isLate || error instanceof RangeError ? new TakesTooLong() : error;
  } finally {
    place.work = null;
  }
}
