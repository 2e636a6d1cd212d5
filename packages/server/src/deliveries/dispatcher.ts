import type { AgentId, DeliveryId } from '@parley/protocol';
import { AgentQueue } from './agent-queue.ts';
import { createAttempts, type Answered, type Attempts } from './attempts.ts';
import type { Carrier } from './carriers/carrier.ts';
import type { Ways } from './carriers/ways.ts';
import type { Claimed, Held } from './delivery.ts';
import type { EngineLoad, EngineParts } from './engine.ts';
import { letGo } from './settle-queries.ts';
import { targetReader } from './read-targets.ts';
import type { Target } from './target.ts';
import { LatelyWithdrawn } from './withdrawn.ts';

/** A target that was read is believed this long; the signal of a change drops it sooner. */
const targetTrustMs = 1000;
const inMemoryMax = 20_000;
const idleQueuesMax = 10_000;
/** Over so long the connections of a server that stops are closed, so that their agents do not all come to the others at once. */
const closeSpreadMs = 1000;

/** Gives what this server has in hand to the carriers: fair between agents, in order within a lane, no more than each takes. */
export class Dispatcher {
  private readonly queues = new Map<AgentId, AgentQueue>();
  private readonly readTarget: (agentId: AgentId) => Promise<Target>;
  private readonly attempts: Attempts;
  private readonly parts: EngineParts;
  private readonly nodeId: () => string;
  private readonly ways: Ways;
  private readonly withdrawn = new LatelyWithdrawn();
  private inMemory = 0;
  private draining = false;
  /** Asked to fetch what waits in the database for an agent whose queue has room again. */
  onRoom: (queue: AgentQueue) => void = () => undefined;
  /** Told when a delivery falls due again. */
  onRetry: (at: Date) => void = () => undefined;
  /** Told when an attempt was recorded as failed: a connection of the agent may have opened while it was. */
  onFailed: (agentId: AgentId, carrier: Carrier) => void = () => undefined;

  constructor(parts: EngineParts, nodeId: () => string, ways: Ways) {
    this.parts = parts;
    this.nodeId = nodeId;
    this.readTarget = targetReader(parts, nodeId);
    this.ways = ways;
    this.attempts = createAttempts(parts, nodeId, ways);
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
      const [ofAgent, ofRoom] = [count(agentId), count(conversationId)];
      if (this.draining || this.inMemory + deliveries.length > inMemoryMax) return false;
      if (queue === undefined) return true;
      return queue.waitingInDatabase === 0 && queue.room > ofAgent && !queue.isFull(conversationId, ofRoom);
    });
  }

  /** How many more deliveries of whoever's may be claimed into memory. */
  get room(): number {
    return this.draining ? 0 : Math.max(0, inMemoryMax - this.inMemory);
  }

  /** How many of one agent's waiting deliveries may be fetched at a time, so that agents that hang never fill the memory. */
  get share(): number {
    return Math.max(8, Math.floor(this.room / 16));
  }

  /** Takes deliveries that are this server's; what an agent's queue has no room for waits in the database again. */
  take(deliveries: readonly Claimed[]): void {
    const overflow: Claimed[] = [];
    const touched = new Set<AgentQueue>();
    for (const delivery of deliveries) {
      if (this.withdrawn.has(delivery.deliveryId)) continue;
      const queue = this.queueOf(delivery.agentId);
      touched.add(queue);
      if (queue.room <= 0) {
        queue.waitingInDatabase++;
        overflow.push(delivery);
        continue;
      }
      queue.push(delivery);
      this.inMemory++;
    }
    if (overflow.length > 0) void this.overflow(overflow);
    for (const queue of touched) this.pump(queue);
  }

  /** Something waits in the database for this agent. */
  waits(agentId: AgentId): void {
    const queue = this.queueOf(agentId);
    queue.waitingInDatabase++;
    this.pump(queue);
  }

  /** Whether deliveries of this agent are being sent from here. */
  isSending(agentId: AgentId): boolean {
    return this.ways.reach(agentId, this.queues.get(agentId)?.target ?? null);
  }

  /** All that this server has in hand, sent or not. */
  inHand(): Set<DeliveryId> {
    const ids = new Set(this.attempts.ids());
    for (const queue of this.queues.values()) for (const id of queue.ids()) ids.add(id);
    return ids;
  }

  wentOutAt(deliveryId: DeliveryId): Date | undefined {
    return this.attempts.wentOutAt(deliveryId);
  }

  load(): EngineLoad {
    let agentsBehind = 0;
    let oldestWaitingAt: Date | null = null;
    for (const queue of this.queues.values()) {
      if (queue.size > queue.inFlight || queue.waitingInDatabase > 0) agentsBehind++;
      const dueAt = queue.size > queue.inFlight ? queue.oldestDueAt() : null;
      if (dueAt !== null && (oldestWaitingAt === null || dueAt < oldestWaitingAt)) oldestWaitingAt = dueAt;
    }
    const { underWay } = this.attempts.load();
    return { inHand: this.inMemory, underWay, agentsBehind, oldestWaitingAt, ...this.ways.load() };
  }

  queueOf(agentId: AgentId): AgentQueue {
    const queue = this.queues.get(agentId) ?? new AgentQueue(agentId);
    this.queues.set(agentId, queue);
    return queue;
  }

  /** The agent changed: where its deliveries go is read anew. */
  async changed(agentId: AgentId): Promise<Target> {
    const queue = this.queues.get(agentId);
    if (queue) {
      queue.changes++;
      queue.targetReadAt = 0;
      this.pump(queue);
    }
    return this.readTarget(agentId);
  }

  endLane(agentId: AgentId, conversationId: string): void {
    this.drop(agentId, (delivery) => delivery.conversationId === conversationId);
  }

  /** These were taken back: they are not sent, whether they are here already or still on their way here. */
  withdraw(agentId: AgentId, deliveryIds: readonly DeliveryId[]): void {
    this.withdrawn.note(deliveryIds);
    this.drop(agentId, (delivery) => this.withdrawn.has(delivery.deliveryId));
  }

  private drop(agentId: AgentId, isMeant: (delivery: Claimed) => boolean): void {
    const queue = this.queues.get(agentId);
    if (!queue) return;
    const before = queue.size;
    queue.drop(isMeant);
    this.inMemory -= before - queue.size;
    this.pump(queue);
  }

  /** What this server has in hand and has not begun to send, by agent. */
  waitingHere(): Map<AgentId, DeliveryId[]> {
    return new Map([...this.queues.values()].map((queue) => [queue.agentId, [...queue.ids()]]));
  }

  /** This server was given up as dead: what it has in hand is another's now. */
  forgetAll(): void {
    for (const queue of this.queues.values()) this.inMemory -= queue.clear().length;
  }

  async drain(graceMs: number): Promise<void> {
    this.draining = true;
    const unsent = [...this.queues.values()].flatMap((queue) => queue.clear());
    this.inMemory -= unsent.length;
    await this.release(unsent, null);
    this.parts.hub.publish([{ to: 'servers', type: 'deliveriesDue' }]);
    this.ways.drain(Math.min(closeSpreadMs, graceMs));
    const graceIsOver = new Promise((resolve) => setTimeout(resolve, graceMs).unref());
    await Promise.race([this.attempts.idle(), graceIsOver]);
    await Promise.race([this.ways.close(), graceIsOver]);
  }

  async idle(): Promise<void> {
    while (this.inMemory > 0) await new Promise((resolve) => setTimeout(resolve, 2));
    await this.attempts.idle();
  }

  /** Deliveries of these agents are about to come: where they go is read while they are still being committed. */
  warm(deliveries: readonly { readonly agentId: AgentId }[]): void {
    for (const { agentId } of deliveries) {
      const queue = this.queueOf(agentId);
      if (this.targetOf(queue) === null) this.pump(queue);
    }
  }

  /** Starts as many attempts as the agent takes now. */
  pump(queue: AgentQueue): void {
    if (queue.pumping || this.draining) return;
    const target = this.targetOf(queue);
    if (target !== null) return this.send(queue, target);
    queue.pumping = true;
    const { changes } = queue;
    this.readTarget(queue.agentId)
      .then((fresh) => {
        if (queue.changes !== changes) return;
        queue.target = fresh;
        queue.targetReadAt = Date.now();
      })
      .catch((error: unknown) => {
        this.parts.log.warn({ err: error, agentId: queue.agentId }, 'could not read where deliveries go');
        this.parts.clock.after(1000, () => this.pump(queue));
      })
      .finally(() => {
        queue.pumping = false;
        const known = this.targetOf(queue);
        if (known !== null) this.send(queue, known);
        else if (queue.changes !== changes) this.pump(queue);
      });
  }

  /** The target as it was read, where that was not too long ago. */
  private targetOf({ target, targetReadAt }: AgentQueue): Target | null {
    return Date.now() - targetReadAt < targetTrustMs ? target : null;
  }

  private send(queue: AgentQueue, target: Target): void {
    if (target.status === 'paused') return this.hold(queue, 'paused');
    const carrier = this.ways.carrierOf(target);
    const ordered = carrier.ordered && target.status === 'live';
    while ((carrier.window(queue.agentId) ?? queue.freeWindow) > 0) {
      const delivery = queue.take(ordered);
      if (delivery === null) break;
      void this.attempt(queue, target, delivery);
    }
    if (queue.waitingInDatabase > 0 && queue.room > queue.size) this.onRoom(queue);
    if (this.queues.size > idleQueuesMax) this.forgetIfEmpty(queue);
  }

  /** Idle queues are kept for what they have learnt of their agent, up to a bound. */
  forgetIfEmpty(queue: AgentQueue): void {
    if (queue.size > 0 || queue.waitingInDatabase > 0 || queue.pumping) return;
    if (this.queues.get(queue.agentId) === queue) this.queues.delete(queue.agentId);
  }

  private hold(queue: AgentQueue, held: Held): void {
    const waiting = queue.clear();
    this.inMemory -= waiting.length;
    void this.release(waiting, held);
  }

  private async attempt(queue: AgentQueue, target: Target, delivery: Claimed): Promise<void> {
    const answered = (how: Answered) => {
      queue.done(delivery, how);
      this.inMemory--;
      if (how === 'elsewhere') void this.leaveToOthers(queue, delivery);
      else this.pump(queue);
    };
    try {
      const next = await this.attempts.make(target, delivery, answered);
      if (next === null) return;
      this.onRetry(next);
      this.onFailed(queue.agentId, this.ways.carrierOf(target));
    } catch (error) {
      this.parts.log.error({ err: error, deliveryId: delivery.deliveryId }, 'an attempt could not be recorded');
    }
  }

  /** Another server has a stream of the agent: all that waits here is let go of together, since each alone would hold up those after it. */
  private async leaveToOthers(queue: AgentQueue, delivery: Claimed): Promise<void> {
    const waiting = queue.clear();
    this.inMemory -= waiting.length;
    await this.release([delivery, ...waiting], 'window');
    this.parts.hub.publish([{ to: 'servers', type: 'deliveriesWaiting', agentId: queue.agentId }]);
  }

  /** Counted again afterwards: what was fetched meanwhile could not see these, and took the database for empty. */
  private async overflow(deliveries: readonly Claimed[]): Promise<void> {
    await this.release(deliveries, 'window');
    for (const agentId of new Set(deliveries.map((delivery) => delivery.agentId))) this.waits(agentId);
  }

  private async release(deliveries: readonly Claimed[], held: Held | null): Promise<void> {
    try {
      await letGo(this.parts.storage.db, this.nodeId(), deliveries, held);
    } catch (error) {
      this.parts.log.error({ err: error, count: deliveries.length }, 'could not let go of deliveries');
    }
  }
}
