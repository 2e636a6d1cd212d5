import type { AgentId, DeliveryId } from '@parley/protocol';
import type { Clock } from '../../time/clock.ts';
import { AgentQueue } from './agent-queue.ts';
import type { Claimed } from '../delivery.ts';
import type { EngineLoad } from '../engine.ts';
import { Memory } from './memory.ts';
import { LatelyWithdrawn } from '../lease/withdrawn.ts';

const inMemoryMax = 20_000;
const idleQueuesMax = 10_000;

/** What `take` did with deliveries. */
export interface Taken {
  /** Queues that have more than before. */
  readonly touched: ReadonlySet<AgentQueue>;
  /** Those for which an agent's queue has no room: they are to wait in the database. */
  readonly overflow: readonly Claimed[];
}

/** All that this server has in hand, an agent's in a queue each, within the bounds of its memory. */
export class AgentQueues {
  private readonly queues = new Map<AgentId, AgentQueue>();
  private readonly memory = new Memory();
  private readonly withdrawn: LatelyWithdrawn;
  private closed = false;

  constructor(clock: Pick<Clock, 'now'>) {
    this.withdrawn = new LatelyWithdrawn(clock);
  }

  /** The agent's queue, which begins empty. */
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

  /** Which of these this server would take straight into memory: those whose agent has room and nothing waiting before them. */
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

  /** How many more deliveries of whoever's may be claimed into memory. */
  get freeSlots(): number {
    return this.closed ? 0 : Math.max(0, inMemoryMax - this.memory.inHand);
  }

  /** How many of one agent's waiting deliveries may be fetched at a time, so that agents that hang never fill the memory. */
  get share(): number {
    return Math.max(8, Math.floor(this.freeSlots / 16));
  }

  take(deliveries: readonly Claimed[]): Taken {
    const overflow: Claimed[] = [];
    const touched = new Set<AgentQueue>();
    for (const delivery of deliveries) {
      if (this.withdrawn.has(delivery.deliveryId)) continue;
      const queue = this.of(delivery.agentId);
      touched.add(queue);
      if (queue.freeSlots > 0) {
        queue.push(delivery);
        continue;
      }
      queue.noteWaiting();
      overflow.push(delivery);
    }
    return { touched, overflow };
  }

  /** These were taken back: they are not sent, whether they are here already or still on their way here. */
  withdraw(agentId: AgentId, deliveryIds: readonly DeliveryId[]): void {
    this.withdrawn.note(deliveryIds);
    this.queues.get(agentId)?.drop((delivery) => this.withdrawn.has(delivery.deliveryId));
  }

  /** What is in memory and not under way. */
  *ids(): Iterable<DeliveryId> {
    for (const queue of this.queues.values()) yield* queue.ids();
  }

  /** The same by agent. */
  idsByAgent(): Map<AgentId, DeliveryId[]> {
    return new Map([...this.queues.values()].map((queue) => [queue.agentId, [...queue.ids()]]));
  }

  /** Takes out all that is not under way. */
  clear(): Claimed[] {
    return [...this.queues.values()].flatMap((queue) => queue.clear());
  }

  /** Wants nothing more, and gives out all that is not under way. */
  close(): Claimed[] {
    this.closed = true;
    return this.clear();
  }

  get isClosed(): boolean {
    return this.closed;
  }

  /** Idle queues are kept for what they have learnt of their agent, up to a bound. */
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

  /** Resolves when nothing is in hand. */
  emptied(): Promise<void> {
    return this.memory.emptied();
  }
}
