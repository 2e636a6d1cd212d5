import { readinessReasons, type ReadinessReason } from '@parley/protocol';

/** Returns the reasons why a part is not ready; an empty list if it is. */
export type ReadinessPart = () => readonly ReadinessReason[] | Promise<readonly ReadinessReason[]>;

/**
 * Collects the state behind `/readyz`. Each part of the server that can fail registers itself once, when it is opened.
 */
export interface Readiness {
  add(part: ReadinessPart): void;
  /** Returns the reasons of all parts without duplicates, in the order of the contract. Rejects if a part rejects. */
  reasons(): Promise<ReadinessReason[]>;
}

export function createReadiness(): Readiness {
  const parts: ReadinessPart[] = [];
  return {
    add: (part) => void parts.push(part),
    async reasons() {
      const found = new Set((await Promise.all(parts.map(async (part) => part()))).flat());
      return readinessReasons.filter((reason) => found.has(reason));
    },
  };
}
