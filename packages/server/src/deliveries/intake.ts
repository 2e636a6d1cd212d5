import type { AgentId } from '@parley/protocol';
import type { Cancel } from '../clock.ts';
import { laneMax, type AgentQueue } from './agent-queue.ts';
import type { Carrier } from './carriers/carrier.ts';
import type { Ways } from './carriers/ways.ts';
import { claimDue, claimWaiting, gatherFor, nextDueAt, resumeHeld, type ClaimResult } from './claim-queries.ts';
import type { Claimed } from './delivery.ts';
import type { Dispatcher } from './dispatcher.ts';
import type { EngineParts } from './engine.ts';
import { StrayLeases } from './stray-leases.ts';
import { findHeld } from './waiting-queries.ts';

const claimMax = 500;
/** Between sweeps, which find what a lost signal would have told. */
const sweepMs = 15_000;
/** A lane that another server is at is looked at again after this long, should its signal not come. */
const lookAgainMs = 500;

/**
 * Brings deliveries from the database into memory: what is due, when it is due, and what waits for an agent's window, when there
 * is room. It sleeps until the next due time and is woken by what cannot wait.
 */
export class Intake {
  private readonly parts: EngineParts;
  private readonly nodeId: () => string;
  private readonly dispatcher: Dispatcher;
  private readonly ways: Ways;
  private running = false;
  private again = false;
  private stopped = true;
  private cancelTimer: Cancel = () => undefined;
  private cancelSweep: Cancel = () => undefined;
  private timerAt = Infinity;
  private readonly wantingRoom = new Set<AgentQueue>();
  private fetching = false;
  private underWay = 0;
  private readonly strays: StrayLeases;
  private readonly setAside = new Set<AgentId>();
  private readonly ends: (() => void)[] = [];

  constructor(parts: EngineParts, nodeId: () => string, dispatcher: Dispatcher, ways: Ways) {
    this.parts = parts;
    this.nodeId = nodeId;
    this.dispatcher = dispatcher;
    this.strays = new StrayLeases(parts, nodeId, dispatcher, ways);
    this.ways = ways;
    dispatcher.onRoom = (queue) => this.fetchFor(queue);
    dispatcher.onRetry = (at) => this.sleepUntil(at.getTime());
    dispatcher.onFailed = (agentId, carrier) => void this.guard(() => this.failed(agentId, carrier));
  }

  start(): void {
    this.stopped = false;
    this.ends.push(
      this.parts.hub.onServer((signal) => {
        if (signal.type === 'resync') void this.guard(() => this.sweep());
        else if (signal.type === 'deliveriesDue') this.wake();
        else if (signal.type === 'deliveriesWaiting') this.elsewhereWaiting(signal.agentId);
        else if (signal.type === 'agentChanged' || signal.type === 'listenersChanged')
          void this.guard(() => this.agentChanged(signal.agentId));
        else if (signal.type === 'deliveriesWithdrawn') this.dispatcher.withdraw(signal.agentId, signal.deliveryIds);
        else if (signal.type === 'laneEnded') this.dispatcher.endLane(signal.agentId, signal.conversationId);
      }),
    );
    this.planSweep();
    void this.guard(() => this.sweep());
  }

  /** Resolves when it is looking for nothing. */
  async idle(): Promise<void> {
    while (this.underWay > 0) await new Promise((resolve) => setTimeout(resolve, 2));
  }

  /** Brings nothing more. What is under way still hears of its acknowledgements, until it is closed. */
  stop(): void {
    this.stopped = true;
    this.cancelTimer();
    this.cancelSweep();
  }

  close(): void {
    for (const end of this.ends.splice(0)) end();
  }

  /** Claims what is due now. */
  wake(): void {
    this.again = true;
    if (this.running || this.stopped) return;
    this.running = true;
    void this.guard(() => this.claimAll()).finally(() => {
      this.running = false;
      if (this.again) this.wake();
    });
  }

  async opened(agentId: AgentId): Promise<void> {
    await gatherFor(this.parts.storage.db, agentId, new Date(this.parts.clock.now()));
    this.dispatcher.waits(agentId);
  }

  private async claimAll(): Promise<void> {
    const { storage, clock } = this.parts;
    while (this.again && !this.stopped) {
      this.again = false;
      const limit = Math.min(claimMax, this.dispatcher.room);
      if (limit === 0) return this.sleepUntil(clock.now() + 1000);
      const result = await claimDue(storage.db, this.nodeId(), new Date(clock.now()), limit);
      this.hand(result);
      if (result.claimed.length + result.setAside.length >= limit) this.again = true;
      // Whoever wakes us while this is read finds `again` set, and is served at once.
      const due = this.again ? null : await nextDueAt(storage.db);
      if (due !== null) this.sleepUntil(due.getTime());
    }
  }

  private hand({ claimed, setAside }: ClaimResult): void {
    this.dispatcher.take(claimed);
    for (const agentId of setAside) this.dispatcher.waits(agentId);
  }

  /** Claims again at a time, or sooner where an earlier one is planned. */
  private sleepUntil(at: number): void {
    const now = this.parts.clock.now();
    if (this.stopped || (this.timerAt <= at && this.timerAt > now)) return;
    this.cancelTimer();
    this.timerAt = at;
    this.cancelTimer = this.parts.clock.after(at - now, () => {
      this.timerAt = Infinity;
      this.wake();
    });
  }

  private fetchFor(queue: AgentQueue): void {
    this.wantingRoom.add(queue);
    if (this.fetching || this.stopped) return;
    this.fetching = true;
    void this.guard(() => this.fetchAll()).finally(() => {
      this.fetching = false;
      for (const wanting of this.wantingRoom) return this.fetchFor(wanting);
    });
  }

  private async fetchAll(): Promise<void> {
    while (this.wantingRoom.size > 0 && !this.stopped) {
      const wanting = [...this.wantingRoom];
      this.wantingRoom.clear();
      const elsewhere = await this.findElsewhere(wanting);
      const queues = wanting
        .filter((queue) => !elsewhere.has(queue.agentId))
        .map((queue) => ({
          queue,
          agentId: queue.agentId,
          room: Math.min(queue.room, this.dispatcher.share),
          seen: queue.waitingInDatabase,
        }));
      if (queues.length === 0) continue;
      const fullRooms = queues.flatMap(({ queue }) => queue.fullRooms());
      const result = await claimWaiting(this.parts.storage.db, this.nodeId(), queues, { fullRooms, laneMax });
      const claimed = countClaimed(result.claimed);
      for (const { queue, agentId, room, seen } of queues) {
        const { count = 0, hasFullLane = false } = claimed.get(agentId) ?? {};
        if (count >= room || result.setAside.includes(agentId) || queue.waitingInDatabase !== seen) continue;
        queue.waitingInDatabase = 0;
        queue.isShort = hasFullLane || queue.fullRooms().length > 0;
      }
      this.dispatcher.take(result.claimed);
      for (const { queue } of queues) this.dispatcher.forgetIfEmpty(queue);
      const short = queues.flatMap(({ queue, agentId }) => (queue.isShort ? [agentId] : []));
      this.lookAgain([...result.setAside, ...short]);
    }
  }

  /**
   * Agents that only other servers reach. What waits for them is not for this one to claim: it would hold up the lanes of the server
   * that can send it.
   */
  private async findElsewhere(queues: readonly AgentQueue[]): Promise<ReadonlySet<AgentId>> {
    const elsewhere = new Set<AgentId>();
    const look = async (queue: AgentQueue, carrier: Carrier) => {
      const seen = queue.waitingInDatabase;
      if (!(await carrier.isHeldElsewhere(queue.agentId))) return;
      elsewhere.add(queue.agentId);
      if (queue.waitingInDatabase === seen) queue.waitingInDatabase = 0;
    };
    const unreached: Promise<void>[] = [];
    for (const queue of queues) {
      const carrier = queue.target && this.ways.carrierOf(queue.target);
      if (queue.target && carrier && !carrier.reachable(queue.target)) unreached.push(look(queue, carrier));
    }
    if (unreached.length > 0) await Promise.all(unreached);
    return elsewhere;
  }

  /**
   * Another server is at these agents' lanes, and its signal may have come before there was anything to see; or a room of theirs has
   * more than may be here, and others may wait behind it.
   */
  private lookAgain(agentIds: readonly AgentId[]): void {
    const isPlanned = this.setAside.size > 0;
    for (const agentId of agentIds) this.setAside.add(agentId);
    if (isPlanned || this.setAside.size === 0) return;
    this.parts.clock.after(lookAgainMs, () => {
      const due = [...this.setAside];
      this.setAside.clear();
      if (!this.stopped) for (const agentId of due) this.dispatcher.waits(agentId);
    });
  }

  /** A connection that opened while the failure was being recorded could not gather it. */
  private async failed(agentId: AgentId, carrier: Carrier): Promise<void> {
    if (this.stopped) return;
    if (carrier.holds(agentId)) return this.opened(agentId);
    const { storage, clock, hub } = this.parts;
    if (!(await carrier.isHeldElsewhere(agentId))) return;
    await gatherFor(storage.db, agentId, new Date(clock.now()));
    hub.publish([{ to: 'servers', type: 'deliveriesWaiting', agentId }]);
  }

  /** Deliveries that another server could not send wait for whoever reaches the agent, or is at their lane. */
  private elsewhereWaiting(agentId: AgentId): void {
    if (this.dispatcher.isSending(agentId)) this.dispatcher.waits(agentId);
  }

  private async agentChanged(agentId: AgentId): Promise<void> {
    const target = await this.dispatcher.changed(agentId);
    if (target.status === 'paused') return;
    await resumeHeld(this.parts.storage.db, agentId);
    this.dispatcher.waits(agentId);
  }

  private planSweep(): void {
    const sweep = (): void => {
      if (this.stopped) return;
      void this.guard(() => this.sweep());
      this.planSweep();
    };
    this.cancelSweep = this.parts.clock.after(sweepMs, sweep, 'beat');
  }

  private async sweep(): Promise<void> {
    for (const { agent_id: agentId, held } of await findHeld(this.parts.storage.db)) {
      if (held === 'paused') await this.agentChanged(agentId);
      else this.dispatcher.waits(agentId);
    }
    await this.strays.sweep();
    this.wake();
  }

  private async guard(work: () => Promise<void>): Promise<void> {
    this.underWay += 1;
    try {
      await work();
    } catch (error) {
      this.parts.log.error({ err: error }, 'the engine could not reach the database');
      this.sleepUntil(this.parts.clock.now() + 1000);
    } finally {
      this.underWay -= 1;
    }
  }
}

/** How much was claimed for each agent, and whether one of its rooms gave as much as was asked for: it may have more. */
function countClaimed(claimed: readonly Claimed[]): Map<AgentId, { count: number; hasFullLane: boolean }> {
  const ofAgent = new Map<AgentId, { count: number; hasFullLane: boolean }>();
  const ofRoom = new Map<string, number>();
  for (const { agentId, conversationId } of claimed) {
    const inRoom = (ofRoom.get(conversationId) ?? 0) + 1;
    ofRoom.set(conversationId, inRoom);
    const { count, hasFullLane } = ofAgent.get(agentId) ?? { count: 0, hasFullLane: false };
    ofAgent.set(agentId, { count: count + 1, hasFullLane: hasFullLane || inRoom >= laneMax });
  }
  return ofAgent;
}
