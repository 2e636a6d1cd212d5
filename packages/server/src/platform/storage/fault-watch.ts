import { firstWithin } from '../time/first-within.ts';
import type { StorageLog } from './storage-log.ts';

/**
 * Tracks whether something fails: from the first failure until a probe succeeds. Does not probe while there is no
 * fault.
 */
export interface FaultWatch<Fault extends string> {
  /** The current fault, or null. */
  readonly current: Fault | null;
  /** Records a failure. The first one sets `current`, logs a line and starts the probes. */
  suspect(fault: Fault): void;
  /** Stops the probes. */
  stop(): void;
}

interface Parts<Fault> {
  readonly log: StorageLog | undefined;
  /** Log lines for the begin and the end of a fault. */
  readonly begins: string;
  readonly ends: string;
  /** Resolves to the fault that still holds, or to null. After a rejection the fault is assumed to hold. */
  readonly probe: (fault: Fault) => Promise<Fault | null>;
  readonly everyMs?: number;
}

const PROBE_WITHIN_MS = 5_000;

export function watchFaults<Fault extends string>({
  log,
  begins,
  ends,
  probe,
  everyMs = 5_000,
}: Parts<Fault>): FaultWatch<Fault> {
  let current: Fault | null = null;
  let sinceMs = 0;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  const turn = (fault: Fault): void => {
    if (current === null) sinceMs = performance.now();
    if (current !== fault) log?.error({ reason: fault }, begins);
    current = fault;
  };
  const look = async (fault: Fault): Promise<void> => {
    const found = await firstWithin(PROBE_WITHIN_MS, probe(fault), fault).catch(() => fault);
    if (isStopped) return;
    if (found !== null) {
      turn(found);
      return plan(found);
    }
    log?.info({ reason: fault, seconds: Math.round((performance.now() - sinceMs) / 1000) }, ends);
    current = null;
  };
  const plan = (fault: Fault): void => {
    timer = setTimeout(() => void look(fault), everyMs).unref();
  };

  return {
    get current() {
      return current;
    },
    suspect(fault) {
      if (isStopped || current !== null) return;
      turn(fault);
      plan(fault);
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
