import type { AgentId } from '@parley/protocol';
import type { Alarm } from '../../../platform/time/alarm.ts';
import { laneMax } from '../queue-limits.ts';
import type { AgentQueue } from './agent-queue.ts';
import type { AgentQueues } from './agent-queues.ts';
import type { Carrier } from '../../carriers/carrier.ts';
import { canReach, type CarrierSet } from '../../carriers/carrier-set.ts';
import { nextDueAt } from '../backlog-queries.ts';
import { claimDue, claimWaiting, type ClaimResult } from './claim-queries.ts';
import type { Claimed } from '../delivery.ts';
import type { Dispatcher } from '../dispatch/dispatcher.ts';
import type { EngineParts } from '../engine.ts';

const claimMax = 500;
/** Pause between claims while the memory is full. */
const fullPauseMs = 1000;

/** The parts that a claimer needs. */
export interface ClaimerParts extends Pick<EngineParts, 'clock' | 'storage'> {
  readonly nodeId: () => string;
  readonly queues: AgentQueues;
  readonly carriers: CarrierSet;
  readonly dispatcher: Dispatcher;
}

/** Brings deliveries from the database into memory. */
export class Claimer {
  constructor(private readonly parts: ClaimerParts) {}

  /** Claims due deliveries of any agent. Resolves to when the next one is due, or null if none waits for a time. */
  async claimDue(alarm: Pick<Alarm, 'wake' | 'isWoken'>): Promise<number | null> {
    const { storage, clock, nodeId, queues } = this.parts;
    const limit = Math.min(claimMax, queues.freeSlots);
    if (limit === 0) return clock.now() + fullPauseMs;
    const result = await claimDue(storage.db, nodeId(), new Date(clock.now()), limit);
    this.hand(result);
    if (result.claimed.length + result.setAside.length >= limit) alarm.wake();
    // A wake-up that arrived during the claim is handled at once.
    if (alarm.isWoken) return null;
    return (await nextDueAt(storage.db))?.getTime() ?? null;
  }

  /** Fetches the backlog of agents that have room. Resolves to the agents to check again soon. */
  async fetch(underfilled: readonly AgentQueue[]): Promise<AgentId[]> {
    const { storage, nodeId, queues, dispatcher } = this.parts;
    const elsewhere = await this.findElsewhere(underfilled);
    const wanting = underfilled
      .filter((queue) => !elsewhere.has(queue.agentId))
      .map((queue) => ({
        queue,
        agentId: queue.agentId,
        freeSlots: Math.min(queue.freeSlots, queues.share),
        mark: queue.waitingMark,
      }));
    if (wanting.length === 0) return [];
    const fullConversations = wanting.flatMap(({ queue }) => queue.fullConversations());
    const result = await claimWaiting(storage.db, nodeId(), wanting, { fullConversations, laneMax });
    const claimed = countClaimed(result.claimed);
    for (const { queue, agentId, freeSlots, mark } of wanting) {
      const { count = 0, hasFullLane = false } = claimed.get(agentId) ?? {};
      if (count < freeSlots && !result.setAside.includes(agentId)) queue.fetched(mark, hasFullLane);
    }
    dispatcher.take(result.claimed);
    for (const { queue } of wanting) queues.forgetIfIdle(queue);
    // Another server works on the lane, and its signal may have come too early to help; or a conversation has a backlog
    // beyond its share of memory, and others may wait behind it.
    return [...result.setAside, ...wanting.flatMap(({ queue, agentId }) => (queue.isShort ? [agentId] : []))];
  }

  private hand({ claimed, setAside }: ClaimResult): void {
    const { dispatcher } = this.parts;
    dispatcher.take(claimed);
    for (const agentId of setAside) dispatcher.waits(agentId);
  }

  /**
   * Finds agents that only other servers reach. This server must not claim their deliveries: it would block the lanes
   * of the server that can send them.
   */
  private async findElsewhere(queues: readonly AgentQueue[]): Promise<ReadonlySet<AgentId>> {
    const elsewhere = new Set<AgentId>();
    const lookUp = async (queue: AgentQueue, carrier: Carrier) => {
      const mark = queue.waitingMark;
      if (!(await carrier.connections?.isHeldElsewhere(queue.agentId))) return;
      elsewhere.add(queue.agentId);
      queue.leftToOthers(mark);
    };
    const lookups: Promise<void>[] = [];
    for (const queue of queues) {
      const target = queue.where.last;
      if (target === null) continue;
      const carrier = this.parts.carriers.carrierOf(target);
      if (!canReach(carrier, target)) lookups.push(lookUp(queue, carrier));
    }
    if (lookups.length > 0) await Promise.all(lookups);
    return elsewhere;
  }
}

/**
 * Counts the claimed deliveries for each agent, and notes whether a conversation reached its limit and so may have
 * more.
 */
function countClaimed(claimed: readonly Claimed[]): Map<AgentId, { count: number; hasFullLane: boolean }> {
  const ofAgent = new Map<AgentId, { count: number; hasFullLane: boolean }>();
  const ofConversation = new Map<string, number>();
  for (const { agentId, conversationId } of claimed) {
    const inConversation = (ofConversation.get(conversationId) ?? 0) + 1;
    ofConversation.set(conversationId, inConversation);
    const { count, hasFullLane } = ofAgent.get(agentId) ?? { count: 0, hasFullLane: false };
    ofAgent.set(agentId, { count: count + 1, hasFullLane: hasFullLane || inConversation >= laneMax });
  }
  return ofAgent;
}
