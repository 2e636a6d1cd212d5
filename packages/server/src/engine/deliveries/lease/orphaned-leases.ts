import type { AgentQueues } from '../queue/agent-queues.ts';
import type { Attempts } from '../dispatch/attempts.ts';
import type { CarrierSet } from '../../carriers/carrier-set.ts';
import type { Dispatcher } from '../dispatch/dispatcher.ts';
import type { EngineParts } from '../engine.ts';
import { findLeased } from './node-queries.ts';
import { releaseLeases } from './settle-queries.ts';

/** Upper bound for the time between a commit and its arrival in memory. */
const inTransitMs = 5_000;

/** The parts that this class needs. */
export interface OrphanParts extends Pick<EngineParts, 'storage' | 'clock' | 'log'> {
  readonly nodeId: () => string;
  readonly queues: AgentQueues;
  readonly attempts: Attempts;
  readonly carriers: CarrierSet;
  readonly dispatcher: Dispatcher;
}

/**
 * Finds orphaned leases: the database counts a delivery as this server's, but the response to a commit or claim was
 * lost, or an outcome could not be recorded. Also finds the reverse: queued deliveries that lost their lease without
 * a signal; these are dropped. A mismatch counts only if it is seen again some seconds later.
 */
export class OrphanedLeases {
  private suspects = new Map<string, number>();

  constructor(private readonly parts: OrphanParts) {}

  /** Runs one check. Resolves to the number of leases released. */
  async sweep(): Promise<number> {
    const { storage, clock, log, queues, attempts, carriers, dispatcher } = this.parts;
    const nodeId = this.parts.nodeId();
    const leased = await findLeased(storage.db, nodeId);
    const inHand = new Set([...attempts.ids(), ...queues.ids()]);
    const seen = new Map<string, number>();
    const now = clock.now();
    const isOrphaned = (key: string) => {
      const since = this.suspects.get(key) ?? now;
      seen.set(key, since);
      return now - since >= inTransitMs;
    };
    const orphans = leased.filter(
      ({ deliveryId, fence }) => !inHand.has(deliveryId) && isOrphaned(`${deliveryId} ${fence}`),
    );
    const held = new Set(leased.map(({ deliveryId }) => deliveryId));
    for (const [agentId, waiting] of queues.idsByAgent()) {
      const lost = waiting.filter((deliveryId) => !held.has(deliveryId) && isOrphaned(`${deliveryId} in memory`));
      if (lost.length > 0) dispatcher.withdraw(agentId, lost);
    }
    await carriers.sweep(isOrphaned);
    this.suspects = seen;
    if (orphans.length === 0) return 0;
    log.warn({ count: orphans.length }, 'released orphaned deliveries');
    await releaseLeases(storage.db, nodeId, orphans, null);
    return orphans.length;
  }
}
