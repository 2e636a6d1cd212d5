import { createContext, Script } from 'node:vm';

/** The work took longer than its limit. */
export class TakesTooLong extends Error {
  constructor() {
    super('This takes too long.');
    this.name = 'TakesTooLong';
  }
}

const place = createContext({ work: null as (() => unknown) | null });
const script = new Script('work()');

/**
 * Runs synchronous work, and aborts it with `TakesTooLong` after `ms` milliseconds or on a stack overflow. Only `vm`
 * can abort such work, which blocks the whole process meanwhile.
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
