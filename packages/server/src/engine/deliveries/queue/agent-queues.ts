import type { AgentId, DeliveryId } from '@parley/protocol';
import type { Clock } from '../../../platform/time/clock.ts';
import { AgentQueue } from './agent-queue.ts';
import { laneOf, type Claimed } from '../delivery.ts';
import type { EngineLoad } from '../engine.ts';
import { inMemoryMax } from '../queue-limits.ts';
import { InMemoryCount } from './in-memory-count.ts';
import { LatelyResealed } from './lately-resealed.ts';
import { LatelyWithdrawn } from './lately-withdrawn.ts';

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
  private readonly withdrawn: LatelyWithdrawn;
  private readonly resealed: LatelyResealed;
  private closed = false;

  constructor(clock: Pick<Clock, 'now'>) {
    this.withdrawn = new LatelyWithdrawn(clock);
    this.resealed = new LatelyResealed(clock);
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
    const isBehind = (delivery: Claimed) => overflow.some((earlier) => isFirstOf(earlier, delivery));
    for (const delivery of deliveries) {
      if (this.withdrawn.has(delivery.deliveryId)) continue;
      const queue = this.of(delivery.agentId);
      touched.add(queue);
      if (queue.freeSlots > 0 && !this.resealed.isOld(delivery) && !isBehind(delivery)) {
        queue.push(delivery);
        continue;
      }
      queue.noteWaiting();
      overflow.push(delivery);
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
    queue.drop((delivery) => {
      const isMeant = delivery === old || (old.attemptCount === 0 && isFirstOf(old, delivery));
      if (isMeant) recalled.push(delivery);
      return isMeant;
    });
    if (old.attemptCount === 0) queue.noteWaiting();
    return recalled;
  }

  /** Drops withdrawn deliveries from the queue. Those still in transit from a claim are dropped on arrival. */
  withdraw(agentId: AgentId, deliveryIds: readonly DeliveryId[]): void {
    this.withdrawn.note(deliveryIds);
    this.queues.get(agentId)?.drop((delivery) => this.withdrawn.has(delivery.deliveryId));
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

/** Returns whether both are first attempts of one lane. */
function isFirstOf(one: Claimed, other: Claimed): boolean {
  return one.attemptCount === 0 && other.attemptCount === 0 && laneOf(one) === laneOf(other);
}
