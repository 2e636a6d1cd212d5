import type { AgentId, ConversationId, DeliveryId } from '@parley/protocol';
import type { Answered } from './attempts.ts';
import { laneOf, type Claimed } from './delivery.ts';
import type { Target } from './target.ts';

/** Deliveries of one agent that this server may hold in memory; the rest wait in the database. */
export const queueMax = 256;

/** First attempts of one room that may wait in memory, so that a room with very much to say leaves room for the others. */
export const laneMax = 64;
/** Where a room that has more has come down to so many, the next are fetched. */
const laneLow = laneMax / 2;

const windowStart = 8;
const windowMax = 64;
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
  inFlight = 0;
  target: Target | null = null;
  targetReadAt = 0;
  /** Counts the changes of the agent: a target that was read before the last of them is not believed. */
  changes = 0;
  pumping = false;
  /** Counts up whenever something is known to wait in the database; 0 while nothing does. */
  waitingInDatabase = 0;
  /** Whether a room has more in the database than may be here. */
  isShort = false;
  private window = windowStart;
  private readonly lanes = new Map<string, Lane>();
  private readonly retries: Claimed[] = [];
  private count = 0;
  private turns = 0;

  constructor(readonly agentId: AgentId) {}

  /** Deliveries in memory, under way or not. */
  get size(): number {
    return this.count + this.inFlight;
  }

  get room(): number {
    return queueMax - this.size;
  }

  /** Whether a room has as many first attempts here as it may, or would with so many more. */
  isFull(conversationId: ConversationId, more = 0): boolean {
    return (this.lanes.get(laneOf({ agentId: this.agentId, conversationId }))?.waiting.length ?? 0) + more >= laneMax;
  }

  /** Rooms for which nothing more is fetched now. */
  fullRooms(): ConversationId[] {
    return [...this.lanes.values()].flatMap(({ waiting }) => {
      const [oldest] = waiting;
      return oldest && waiting.length > laneLow ? [oldest.conversationId] : [];
    });
  }

  get freeWindow(): number {
    return Math.floor(this.window) - this.inFlight;
  }

  push(delivery: Claimed): void {
    this.count++;
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
    this.inFlight++;
    return delivery;
  }

  /** An attempt that `take` gave out is over. */
  done(delivery: Claimed, how: Answered): void {
    this.inFlight--;
    if (how === 'succeeded') this.window = Math.min(windowMax, this.window + 1);
    else if (how === 'failed') this.window = Math.max(1, this.window / 2);
    const name = laneOf(delivery);
    const lane = delivery.attemptCount === 0 ? this.lanes.get(name) : undefined;
    if (!lane) return;
    lane.busy = false;
    if (lane.waiting.length === 0) this.lanes.delete(name);
  }

  /** Since when what waits longest here has been due; null where nothing waits. Of a room it is the first that does. */
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
    if (this.isShort) this.refill();
    return all;
  }

  /** Takes out some of what is not under way. */
  drop(isMeant: (delivery: Claimed) => boolean): void {
    const kept = this.clear().filter((delivery) => !isMeant(delivery));
    for (const delivery of kept) this.push(delivery);
  }

  private refill(): void {
    this.isShort = false;
    this.waitingInDatabase++;
  }

  private takeFirst(oneAtATime: boolean): Claimed | undefined {
    for (const [name, lane] of this.lanes) {
      const delivery = lane.busy ? undefined : lane.waiting.shift();
      if (!delivery) continue;
      if (this.isShort && lane.waiting.length === laneLow) this.refill();
      // Behind the others, so that lanes take turns.
      this.lanes.delete(name);
      if (oneAtATime || lane.waiting.length > 0) this.lanes.set(name, lane);
      lane.busy = oneAtATime;
      return delivery;
    }
    return undefined;
  }
}
