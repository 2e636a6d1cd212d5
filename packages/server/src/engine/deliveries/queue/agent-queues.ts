import type { AgentId, DeliveryId } from '@parley/protocol';
import type { Clock } from '../../../platform/time/clock.ts';
import { AgentQueue } from './agent-queue.ts';
import { laneOf, type Claimed } from '../delivery.ts';
import type { EngineLoad } from '../engine.ts';
import { inMemoryMax } from '../queue-limits.ts';
import { InMemoryCount } from './in-memory-count.ts';
import { LatelyKnown } from './lately-known.ts';

const idleQueuesMax = 10_000;

/** The result of `take`. */
export interface Taken {
  /** Queues that may have received deliveries. */
  readonly touched: ReadonlySet<AgentQueue>;
  /** Deliveries for which the agent's queue has no room, or with an old body. The caller releases them. */
  readonly overflow: readonly Claimed[];
}

/** All deliveries in memory on this server, one queue for each agent, within the memory limit. */
export class AgentQueues {
  private readonly queues = new Map<AgentId, AgentQueue>();
  private readonly memory = new InMemoryCount();
  /** Withdrawn deliveries, which are not queued. */
  private readonly withdrawn: LatelyKnown<true>;
  /** Deliveries with a new body: one that was claimed up to this fence may have the old one. */
  private readonly resealed: LatelyKnown<number>;
  private closed = false;

  constructor(clock: Pick<Clock, 'now'>) {
    this.withdrawn = new LatelyKnown(clock);
    this.resealed = new LatelyKnown(clock);
  }

  /** Returns the queue of an agent, creating it if needed. */
  of(agentId: AgentId): AgentQueue {
    const known = this.queues.get(agentId);
    if (known !== undefined) return known;
    const queue = new AgentQueue(agentId, this.memory);
    this.queues.set(agentId, queue);
    return queue;
  }

  find(agentId: AgentId): AgentQueue | undefined {
    return this.queues.get(agentId);
  }

  /**
   * For each delivery, returns whether to take it directly into memory: the agent's queue has room and the agent has no
   * backlog.
   */
  wants(deliveries: readonly Pick<Claimed, 'agentId' | 'conversationId'>[]): boolean[] {
    const taken = new Map<string, number>();
    const count = (name: string) => {
      const already = taken.get(name) ?? 0;
      taken.set(name, already + 1);
      return already;
    };
    return deliveries.map(({ agentId, conversationId }) => {
      const queue = this.queues.get(agentId);
      const [ofAgent, ofConversation] = [count(agentId), count(conversationId)];
      if (this.closed || this.memory.inHand + deliveries.length > inMemoryMax) return false;
      if (queue === undefined) return true;
      return !queue.hasMore && queue.freeSlots > ofAgent && !queue.isFull(conversationId, ofConversation);
    });
  }

  /** Number of deliveries that may still be claimed into memory. */
  get freeSlots(): number {
    return this.closed ? 0 : Math.max(0, inMemoryMax - this.memory.inHand);
  }

  /** Maximum size of one agent's fetch, so that hanging agents never fill the memory. */
  get share(): number {
    return Math.max(8, Math.floor(this.freeSlots / 16));
  }

  take(deliveries: readonly Claimed[]): Taken {
    const overflow: Claimed[] = [];
    const touched = new Set<AgentQueue>();
    /** Lanes with a first attempt that overflowed: those behind it must not overtake. */
    const held = new Set<string>();
    for (const delivery of deliveries) {
      if (this.withdrawn.of(delivery.deliveryId)) continue;
      const queue = this.of(delivery.agentId);
      touched.add(queue);
      if (queue.freeSlots > 0 && !this.isOld(delivery) && !isFirstIn(held, delivery)) {
        queue.push(delivery);
        continue;
      }
      queue.noteWaiting();
      overflow.push(delivery);
      if (delivery.attemptCount === 0) held.add(laneOf(delivery));
    }
    return { touched, overflow };
  }

  /**
   * Removes and returns a queued delivery that was claimed with its old body. If it is a first attempt, also those of
   * its lane, so that the lane stays in order.
   */
  recall(agentId: AgentId, deliveryId: DeliveryId, fence: number): Claimed[] {
    this.resealed.note(deliveryId, fence);
    const queue = this.queues.get(agentId);
    const old = queue?.find((delivery) => delivery.deliveryId === deliveryId && delivery.fence <= fence);
    if (!queue || !old) return [];
    const recalled: Claimed[] = [];
    const lanes = new Set(old.attemptCount === 0 ? [laneOf(old)] : []);
    queue.drop((delivery) => {
      const isMeant = delivery === old || isFirstIn(lanes, delivery);
      if (isMeant) recalled.push(delivery);
      return isMeant;
    });
    if (old.attemptCount === 0) queue.noteWaiting();
    return recalled;
  }

  /** Returns whether a delivery was claimed before its body changed. */
  private isOld({ deliveryId, fence }: Claimed): boolean {
    const resealedAt = this.resealed.of(deliveryId);
    return resealedAt !== undefined && fence <= resealedAt;
  }

  /** Drops withdrawn deliveries from the queue. Those still in transit from a claim are dropped on arrival. */
  withdraw(agentId: AgentId, deliveryIds: readonly DeliveryId[]): void {
    for (const deliveryId of deliveryIds) this.withdrawn.note(deliveryId, true);
    this.queues.get(agentId)?.drop((delivery) => this.withdrawn.of(delivery.deliveryId) === true);
  }

  /** Returns the ids of the queued deliveries. */
  *ids(): Iterable<DeliveryId> {
    for (const queue of this.queues.values()) yield* queue.ids();
  }

  /** Returns the ids of the queued deliveries by agent. */
  idsByAgent(): Map<AgentId, DeliveryId[]> {
    return new Map([...this.queues.values()].map((queue) => [queue.agentId, [...queue.ids()]]));
  }

  /** Removes and returns all queued deliveries. */
  clear(): Claimed[] {
    return [...this.queues.values()].flatMap((queue) => queue.clear());
  }

  /** Accepts no more deliveries, and removes and returns all queued ones. */
  close(): Claimed[] {
    this.closed = true;
    return this.clear();
  }

  get isClosed(): boolean {
    return this.closed;
  }

  /** Removes an idle queue if there are many. Otherwise it is kept, because it holds the agent's window and target. */
  forgetIfMany(queue: AgentQueue): void {
    if (this.queues.size > idleQueuesMax) this.forgetIfIdle(queue);
  }

  forgetIfIdle(queue: AgentQueue): void {
    if (queue.isIdle && this.queues.get(queue.agentId) === queue) this.queues.delete(queue.agentId);
  }

  load(): Pick<EngineLoad, 'inHand' | 'agentsBehind' | 'oldestWaitingAt'> {
    let agentsBehind = 0;
    let oldestWaitingAt: Date | null = null;
    for (const queue of this.queues.values()) {
      const isBehind = queue.size > queue.inFlight;
      if (isBehind || queue.hasMore) agentsBehind++;
      const dueAt = isBehind ? queue.oldestDueAt() : null;
      if (dueAt !== null && (oldestWaitingAt === null || dueAt < oldestWaitingAt)) oldestWaitingAt = dueAt;
    }
    return { inHand: this.memory.inHand, agentsBehind, oldestWaitingAt };
  }

  /** Resolves when no delivery is in memory. */
  emptied(): Promise<void> {
    return this.memory.emptied();
  }
}

/** Returns whether a delivery is a first attempt of one of these lanes. */
function isFirstIn(lanes: ReadonlySet<string>, delivery: Claimed): boolean {
  return lanes.size > 0 && delivery.attemptCount === 0 && lanes.has(laneOf(delivery));
}
