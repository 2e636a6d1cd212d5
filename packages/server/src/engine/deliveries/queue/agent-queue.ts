import type { AgentId, ConversationId, DeliveryId } from '@parley/protocol';
import type { Answered } from '../dispatch/attempts.ts';
import { laneOf, type Claimed } from '../delivery.ts';
import { laneMax, queueMax, windowMax, windowStart } from '../queue-limits.ts';
import { KnownTarget } from './known-target.ts';
import { InMemoryCount } from './in-memory-count.ts';

/** At this length a lane is refilled from its backlog in the database. */
const laneLow = laneMax / 2;

/** Every fourth attempt is a retry if there is one, so that endless first attempts do not starve the retries. */
const retryTurn = 4;

interface Lane {
  readonly waiting: Claimed[];
  /** Whether its first attempt is running. */
  busy: boolean;
}

/**
 * The deliveries of one agent that are leased to this server. Lanes take turns; within a lane, first attempts run one
 * at a time. The window, the number of concurrent attempts, grows with each success and halves with each failure, so
 * that a hanging endpoint holds few connections.
 */
export class AgentQueue {
  /** The cached target of the agent. */
  readonly where = new KnownTarget();
  private underWay = 0;
  /** Counts the notes of a backlog in the database; 0 while none is known. */
  private waiting = 0;
  private short = false;
  private window = windowStart;
  private readonly lanes = new Map<string, Lane>();
  private readonly retries: Claimed[] = [];
  private count = 0;
  private turns = 0;

  constructor(
    readonly agentId: AgentId,
    private readonly memory = new InMemoryCount(),
  ) {}

  /** Number of attempts taken with `take` and not yet `done`. */
  get inFlight(): number {
    return this.underWay;
  }

  /** The backlog counter. If it is unchanged after a fetch, no backlog was noted in between. */
  get waitingMark(): number {
    return this.waiting;
  }

  /** Whether a backlog in the database is known. */
  get hasMore(): boolean {
    return this.waiting > 0;
  }

  /** Whether a conversation has a backlog in the database beyond its share of memory. */
  get isShort(): boolean {
    return this.short;
  }

  /** Whether to fetch from the backlog: it is not empty, and more than half of the queue is free. */
  get isUnderfilled(): boolean {
    return this.waiting > 0 && this.freeSlots > this.size;
  }

  /** Whether the queue is empty and has no backlog, so that it can be removed. */
  get isIdle(): boolean {
    return this.size === 0 && this.waiting === 0 && !this.where.isBeingRead;
  }

  /** Deliveries in memory, queued or being attempted. */
  get size(): number {
    return this.count + this.underWay;
  }

  get freeSlots(): number {
    return queueMax - this.size;
  }

  /** Whether a conversation has reached its limit of queued first attempts, or would with `more` of them. */
  isFull(conversationId: ConversationId, more = 0): boolean {
    return (this.lanes.get(laneOf({ agentId: this.agentId, conversationId }))?.waiting.length ?? 0) + more >= laneMax;
  }

  /**
   * Whether first attempts of a conversation are in memory, queued or running. If so, the next one must wait behind
   * them.
   */
  holds(conversationId: ConversationId): boolean {
    return this.lanes.has(laneOf({ agentId: this.agentId, conversationId }));
  }

  /** Returns the conversations that are excluded from the next fetch. */
  fullConversations(): ConversationId[] {
    return [...this.lanes.values()].flatMap(({ waiting }) => {
      const [oldest] = waiting;
      return oldest && waiting.length > laneLow ? [oldest.conversationId] : [];
    });
  }

  get freeWindow(): number {
    return Math.floor(this.window) - this.underWay;
  }

  /** Notes that the agent has a backlog in the database. */
  noteWaiting(): void {
    this.waiting++;
  }

  /**
   * Notes the end of a fetch that began at `mark` and took all that fitted. `mayHaveMore`: a conversation may have a
   * further backlog.
   */
  fetched(mark: number, mayHaveMore: boolean): void {
    if (this.waiting !== mark) return;
    this.waiting = 0;
    this.short = mayHaveMore || this.fullConversations().length > 0;
  }

  /** Forgets the backlog noted up to `mark`: another server fetches it. */
  leftToOthers(mark: number): void {
    if (this.waiting === mark) this.waiting = 0;
  }

  push(delivery: Claimed): void {
    this.count++;
    this.memory.take(1);
    if (delivery.attemptCount > 0) {
      this.retries.push(delivery);
      return;
    }
    const name = laneOf(delivery);
    const lane = this.lanes.get(name) ?? { waiting: [], busy: false };
    lane.waiting.push(delivery);
    this.lanes.set(name, lane);
  }

  /** Takes the next delivery to attempt, or null. With `oneAtATime`, a lane is blocked until its attempt is `done`. */
  take(oneAtATime: boolean): Claimed | null {
    const retryFirst = this.turns % retryTurn === retryTurn - 1;
    const delivery =
      (retryFirst ? this.retries.shift() : undefined) ?? this.takeFirst(oneAtATime) ?? this.retries.shift();
    if (!delivery) return null;
    this.turns++;
    this.count--;
    this.underWay++;
    return delivery;
  }

  /** Ends an attempt taken with `take`, and adjusts the window. */
  done(delivery: Claimed, how: Answered): void {
    this.underWay--;
    this.memory.free(1);
    if (how === 'succeeded') this.window = Math.min(windowMax, this.window + 1);
    else if (how === 'failed') this.window = Math.max(1, this.window / 2);
    const name = laneOf(delivery);
    const lane = delivery.attemptCount === 0 ? this.lanes.get(name) : undefined;
    if (!lane) return;
    lane.busy = false;
    if (lane.waiting.length === 0) this.lanes.delete(name);
  }

  /**
   * Returns the earliest due time of the queued deliveries, or null. Of each lane only the first delivery is looked at.
   */
  oldestDueAt(): Date | null {
    let oldest: Date | null = null;
    const look = ({ dueAt }: Claimed) => {
      if (oldest === null || dueAt < oldest) oldest = dueAt;
    };
    this.retries.forEach(look);
    for (const { waiting } of this.lanes.values()) waiting.slice(0, 1).forEach(look);
    return oldest;
  }

  /** Returns the ids of the queued deliveries. */
  *ids(): Iterable<DeliveryId> {
    for (const { deliveryId } of this.retries) yield deliveryId;
    for (const lane of this.lanes.values()) for (const { deliveryId } of lane.waiting) yield deliveryId;
  }

  /** Removes and returns all queued deliveries. */
  clear(): Claimed[] {
    const all = [...this.retries.splice(0), ...[...this.lanes.values()].flatMap((lane) => lane.waiting.splice(0))];
    for (const [name, lane] of this.lanes) if (!lane.busy) this.lanes.delete(name);
    this.count = 0;
    this.memory.free(all.length);
    if (this.short) this.refill();
    return all;
  }

  /** Whether retries are queued. */
  get hasRetries(): boolean {
    return this.retries.length > 0;
  }

  /** Removes and returns the retries that are not yet due. */
  takeEarly(now: number): Claimed[] {
    const early = new Set(this.retries.filter(({ dueAt }) => dueAt.getTime() > now));
    if (early.size > 0) this.drop((delivery) => early.has(delivery));
    return [...early];
  }

  /** Returns the first queued delivery that matches. */
  find(isMeant: (delivery: Claimed) => boolean): Claimed | undefined {
    for (const { waiting } of this.lanes.values()) {
      const found = waiting.find(isMeant);
      if (found) return found;
    }
    return this.retries.find(isMeant);
  }

  /** Removes the queued deliveries that match. */
  drop(isMeant: (delivery: Claimed) => boolean): void {
    const kept = this.clear().filter((delivery) => !isMeant(delivery));
    for (const delivery of kept) this.push(delivery);
  }

  private refill(): void {
    this.short = false;
    this.noteWaiting();
  }

  private takeFirst(oneAtATime: boolean): Claimed | undefined {
    for (const [name, lane] of this.lanes) {
      const delivery = lane.busy ? undefined : lane.waiting.shift();
      if (!delivery) continue;
      if (this.short && lane.waiting.length === laneLow) this.refill();
      // To the end of the map, so that lanes take turns.
      this.lanes.delete(name);
      if (oneAtATime || lane.waiting.length > 0) this.lanes.set(name, lane);
      lane.busy = oneAtATime;
      return delivery;
    }
    return undefined;
  }
}
