import type { AgentId, ConversationId, DeliveryId } from '@parley/protocol';
import type { Answered } from '../attempts.ts';
import { laneOf, type Claimed } from '../delivery.ts';
import { KnownTarget } from './known-target.ts';
import { Memory } from './memory.ts';

/** Deliveries of one agent that this server may hold in memory; the rest wait in the database. */
export const queueMax = 256;

/** First attempts of one conversation that may wait in memory, so that a conversation with very much to say leaves room for the others. */
export const laneMax = 64;
/** Where a conversation that has more has come down to so many, the next are fetched. */
const laneLow = laneMax / 2;

/** Attempts that run side by side at first, and at most. */
export const windowStart = 8;
export const windowMax = 64;
/** Every so many attempts a retry goes before the lanes, so that first attempts without end do not starve it. */
const retryTurn = 4;

interface Lane {
  readonly waiting: Claimed[];
  /** Whether its first attempt is under way. */
  busy: boolean;
}

/**
 * What this server has in hand for one agent. Lanes take turns; within a lane, first attempts go one at a time. The window, how
 * many attempts run side by side, grows with each success and halves with each failure, so that an endpoint that hangs holds
 * few connections and one that keeps up gets many.
 */
export class AgentQueue {
  /** Where the agent's deliveries go. */
  readonly where = new KnownTarget();
  private underWay = 0;
  /** Counts up whenever something is known to wait in the database; 0 while nothing does. */
  private waiting = 0;
  private short = false;
  private window = windowStart;
  private readonly lanes = new Map<string, Lane>();
  private readonly retries: Claimed[] = [];
  private count = 0;
  private turns = 0;

  constructor(
    readonly agentId: AgentId,
    private readonly memory = new Memory(),
  ) {}

  /** Attempts that `take` gave out and that are not `done`. */
  get inFlight(): number {
    return this.underWay;
  }

  /** What waits in the database, as a mark: where it is still the same after a look, nothing came in between. */
  get waitingMark(): number {
    return this.waiting;
  }

  /** Whether something is known to wait in the database. */
  get hasMore(): boolean {
    return this.waiting > 0;
  }

  /** Whether a conversation has more in the database than may be here. */
  get isShort(): boolean {
    return this.short;
  }

  /** Whether what waits in the database is to be fetched: there is room for as much again as is here. */
  get isHungry(): boolean {
    return this.waiting > 0 && this.freeSlots > this.size;
  }

  /** Whether nothing of the agent is to be done, so that its queue may be forgotten. */
  get isIdle(): boolean {
    return this.size === 0 && this.waiting === 0 && !this.where.isBeingRead;
  }

  /** Deliveries in memory, under way or not. */
  get size(): number {
    return this.count + this.underWay;
  }

  get freeSlots(): number {
    return queueMax - this.size;
  }

  /** Whether a conversation has as many first attempts here as it may, or would with so many more. */
  isFull(conversationId: ConversationId, more = 0): boolean {
    return (this.lanes.get(laneOf({ agentId: this.agentId, conversationId }))?.waiting.length ?? 0) + more >= laneMax;
  }

  /** Whether first attempts of a conversation are in hand, under way or not, so that another has to come behind them. */
  holds(conversationId: ConversationId): boolean {
    return this.lanes.has(laneOf({ agentId: this.agentId, conversationId }));
  }

  /** Conversations for which nothing more is fetched now. */
  fullConversations(): ConversationId[] {
    return [...this.lanes.values()].flatMap(({ waiting }) => {
      const [oldest] = waiting;
      return oldest && waiting.length > laneLow ? [oldest.conversationId] : [];
    });
  }

  get freeWindow(): number {
    return Math.floor(this.window) - this.underWay;
  }

  /** Something waits in the database for this agent. */
  noteWaiting(): void {
    this.waiting++;
  }

  /** All that waits in the database was looked at since `mark`, and what there was room for was fetched; of some room there may be more. */
  fetched(mark: number, mayHaveMore: boolean): void {
    if (this.waiting !== mark) return;
    this.waiting = 0;
    this.short = mayHaveMore || this.fullConversations().length > 0;
  }

  /** What waits in the database since `mark` is another server's to fetch. */
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

  /** The next delivery to attempt, or null. With `oneAtATime` a lane is busy until its attempt is `done`. */
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

  /** An attempt that `take` gave out is over. */
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

  /** Since when what waits longest here has been due; null where nothing waits. Of a conversation it is the first that does. */
  oldestDueAt(): Date | null {
    let oldest: Date | null = null;
    const look = ({ dueAt }: Claimed) => {
      if (oldest === null || dueAt < oldest) oldest = dueAt;
    };
    this.retries.forEach(look);
    for (const { waiting } of this.lanes.values()) waiting.slice(0, 1).forEach(look);
    return oldest;
  }

  /** What is in memory and not under way. */
  *ids(): Iterable<DeliveryId> {
    for (const { deliveryId } of this.retries) yield deliveryId;
    for (const lane of this.lanes.values()) for (const { deliveryId } of lane.waiting) yield deliveryId;
  }

  /** Takes out all that is not under way. */
  clear(): Claimed[] {
    const all = [...this.retries.splice(0), ...[...this.lanes.values()].flatMap((lane) => lane.waiting.splice(0))];
    for (const [name, lane] of this.lanes) if (!lane.busy) this.lanes.delete(name);
    this.count = 0;
    this.memory.free(all.length);
    if (this.short) this.refill();
    return all;
  }

  /** Whether anything waits here that was attempted before. */
  get hasRetries(): boolean {
    return this.retries.length > 0;
  }

  /** Takes out the retries that are here before their time. */
  takeEarly(now: number): Claimed[] {
    const early = new Set(this.retries.filter(({ dueAt }) => dueAt.getTime() > now));
    if (early.size > 0) this.drop((delivery) => early.has(delivery));
    return [...early];
  }

  /** Takes out some of what is not under way. */
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
      // Behind the others, so that lanes take turns.
      this.lanes.delete(name);
      if (oneAtATime || lane.waiting.length > 0) this.lanes.set(name, lane);
      lane.busy = oneAtATime;
      return delivery;
    }
    return undefined;
  }
}
