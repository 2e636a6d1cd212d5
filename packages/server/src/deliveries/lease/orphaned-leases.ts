import type { AgentQueues } from '../queue/agent-queues.ts';
import type { Attempts } from '../attempts.ts';
import type { Ways } from '../../carriers/ways.ts';
import type { Dispatcher } from '../dispatcher.ts';
import type { EngineParts } from '../engine.ts';
import { findLeased } from './node-queries.ts';
import { releaseLeases } from './settle-queries.ts';

/** What is on its way between the database and memory gets there well within this time. */
const inTransitMs = 5_000;

/** What this works with. */
export interface OrphanParts extends Pick<EngineParts, 'storage' | 'clock' | 'log'> {
  readonly nodeId: () => string;
  readonly queues: AgentQueues;
  readonly attempts: Attempts;
  readonly ways: Ways;
  readonly dispatcher: Dispatcher;
}

/**
 * Finds what the database counts as this server's although it knows nothing of it: the answer to a commit or a claim was lost, or
 * an outcome could not be recorded. Without this, such a delivery would wait for the next start. And the other way round what waits in
 * memory although it is this server's no more, because the word that it is over was lost: it is not sent. Only what is seen
 * astray twice, some seconds apart, counts.
 */
export class OrphanedLeases {
  private suspects = new Map<string, number>();

  constructor(private readonly parts: OrphanParts) {}

  /** Resolves to how many deliveries were let go. */
  async sweep(): Promise<number> {
    const { storage, clock, log, queues, attempts, ways, dispatcher } = this.parts;
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
    await ways.sweep(isOrphaned);
    this.suspects = seen;
    if (orphans.length === 0) return 0;
    log.warn({ count: orphans.length }, 'released orphaned deliveries');
    await releaseLeases(storage.db, nodeId, orphans, null);
    return orphans.length;
  }
}
