import type { AgentId, DeliveryId } from '@parley/protocol';
import type { AgentQueue } from '../queue/agent-queue.ts';
import type { AgentQueues } from '../queue/agent-queues.ts';
import type { Answered, Attempts } from './attempts.ts';
import type { Carrier } from '../../carriers/carrier.ts';
import type { CarrierSet } from '../../carriers/carrier-set.ts';
import type { Claimed, ParkReason } from '../delivery.ts';
import type { EngineParts } from '../engine.ts';
import type { Resealed } from '../reseal-queries.ts';
import { releaseLeases } from '../lease/settle-queries.ts';
import type { Target } from '../../carriers/target.ts';

const lookAgainMs = 1000;

/** The parts that a dispatcher needs. */
export interface DispatcherParts extends Pick<EngineParts, 'clock' | 'log' | 'hub' | 'storage'> {
  readonly nodeId: () => string;
  readonly queues: AgentQueues;
  readonly carriers: CarrierSet;
  readonly attempts: Attempts;
  readonly readTarget: (agentId: AgentId) => Promise<Target>;
}

/** Callbacks to the wake plan, which decides what to claim next. */
export interface DispatchResults {
  /** A delivery failed and has a time for its retry. */
  dueAgain(at: Date): void;
  /** The agent's queue has room and the agent has a backlog in the database. */
  underfilled(queue: AgentQueue): void;
  /**
   * An attempt was recorded as failed, or a retry was released. A connection of the agent may have opened meanwhile.
   */
  failed(agentId: AgentId, carrier: Carrier): void;
}

/** Gives leased deliveries to the carriers: fair between agents, in order within a lane, within each agent's window. */
export class Dispatcher {
  constructor(
    private readonly parts: DispatcherParts,
    private readonly results: DispatchResults,
  ) {}

  /** Takes deliveries that are leased to this server. Releases those for which the agent's queue has no room. */
  take(deliveries: readonly Claimed[]): void {
    const { touched, overflow } = this.parts.queues.take(deliveries);
    if (overflow.length > 0) void this.overflow(overflow);
    for (const queue of touched) this.pump(queue);
  }

  /** Notes that the agent has a backlog in the database. */
  waits(agentId: AgentId): void {
    const queue = this.parts.queues.of(agentId);
    queue.noteWaiting();
    this.pump(queue);
  }

  /** Starts reading the targets of these agents while their deliveries are still being committed. */
  warm(deliveries: readonly { readonly agentId: AgentId }[]): void {
    const now = this.parts.clock.now();
    for (const { agentId } of deliveries) {
      const queue = this.parts.queues.of(agentId);
      if (queue.where.at(now) === null) this.pump(queue);
    }
  }

  /** Discards the cached target of an agent and reads it again. */
  async changed(agentId: AgentId): Promise<Target> {
    const queue = this.parts.queues.find(agentId);
    queue?.where.doubt();
    if (queue) this.pump(queue);
    return this.parts.readTarget(agentId);
  }

  /** Drops the queued deliveries of a conversation that ended for the agent. */
  endLane(agentId: AgentId, conversationId: string): void {
    const queue = this.parts.queues.find(agentId);
    queue?.drop((delivery) => delivery.conversationId === conversationId);
    if (queue) this.pump(queue);
  }

  /** Drops withdrawn deliveries from the queue. Those still in transit from a claim are dropped on arrival. */
  withdraw(agentId: AgentId, deliveryIds: readonly DeliveryId[]): void {
    this.parts.queues.withdraw(agentId, deliveryIds);
    const queue = this.parts.queues.find(agentId);
    if (queue) this.pump(queue);
  }

  /** Releases a queued delivery that has a new body, so that it is claimed with it. */
  recall({ agentId, deliveryId, fence }: Resealed): void {
    const recalled = this.parts.queues.recall(agentId, deliveryId, fence);
    const retry = recalled.find(({ attemptCount }) => attemptCount > 0);
    if (retry) void this.release([retry], null).then(() => this.results.dueAgain(retry.dueAt));
    else if (recalled.length > 0) void this.overflow(recalled);
  }

  /** Drops a delivery that an acknowledgement on another server settled while it waited here for its retry. */
  settledElsewhere(agentId: AgentId, deliveryId: DeliveryId): void {
    this.parts.queues.find(agentId)?.drop((delivery) => delivery.deliveryId === deliveryId);
  }

  /** Takes no more deliveries and releases the queued ones. */
  async stop(): Promise<void> {
    await this.release(this.parts.queues.close(), null);
    this.parts.hub.publish([{ to: 'servers', type: 'deliveriesDue' }]);
  }

  /** Starts as many attempts as the agent's window allows. */
  private pump(queue: AgentQueue): void {
    const { clock, queues } = this.parts;
    if (queue.where.isBeingRead || queues.isClosed) return;
    const target = queue.where.at(clock.now());
    if (target === null) void this.readTarget(queue);
    else this.send(queue, target);
  }

  private async readTarget(queue: AgentQueue): Promise<void> {
    const { clock, log, readTarget } = this.parts;
    const isGood = await queue.where
      .read(
        () => readTarget(queue.agentId),
        () => clock.now(),
      )
      .catch((error: unknown) => {
        log.warn({ err: error, agentId: queue.agentId }, 'could not read delivery targets');
        clock.after(lookAgainMs, () => this.pump(queue));
        return null;
      });
    if (isGood === null) return;
    const target = queue.where.at(clock.now());
    if (target !== null) this.send(queue, target);
    else if (!isGood) this.pump(queue);
  }

  private send(queue: AgentQueue, target: Target): void {
    if (target.status === 'paused') return this.hold(queue, 'paused');
    const carrier = this.parts.carriers.carrierOf(target);
    const ordered = carrier.ordered && target.status === 'live';
    const early = queue.hasRetries && carrier.predictFailure(target) ? queue.takeEarly(this.parts.clock.now()) : [];
    if (early.length > 0) void this.postpone(queue, carrier, early);
    while ((carrier.connections?.window(queue.agentId) ?? queue.freeWindow) > 0) {
      const delivery = queue.take(ordered);
      if (delivery === null) break;
      void this.attempt(queue, target, delivery);
    }
    if (queue.isUnderfilled) this.results.underfilled(queue);
    this.parts.queues.forgetIfMany(queue);
  }

  private hold(queue: AgentQueue, held: ParkReason): void {
    void this.release(queue.clear(), held);
  }

  /**
   * Releases retries that were brought forward for a connection which has closed. Each waits for its own time again,
   * unless another connection has opened.
   */
  private async postpone(queue: AgentQueue, carrier: Carrier, early: readonly Claimed[]): Promise<void> {
    await this.release(early, null);
    this.results.dueAgain(new Date(Math.min(...early.map(({ dueAt }) => dueAt.getTime()))));
    this.results.failed(queue.agentId, carrier);
  }

  private async attempt(queue: AgentQueue, target: Target, delivery: Claimed): Promise<void> {
    const answered = (how: Answered) => {
      queue.done(delivery, how);
      if (how === 'elsewhere') void this.leaveToOthers(queue, delivery);
      else this.pump(queue);
    };
    try {
      const next = await this.parts.attempts.make(target, delivery, answered);
      if (next === null) return;
      this.results.dueAgain(next);
      this.results.failed(queue.agentId, this.parts.carriers.carrierOf(target));
    } catch (error) {
      this.parts.log.error({ err: error, deliveryId: delivery.deliveryId }, 'could not record delivery attempt');
    }
  }

  /**
   * Releases all queued deliveries of an agent that another server reaches, in one statement. Released one by one, each
   * would block those after it in its lane.
   */
  private async leaveToOthers(queue: AgentQueue, delivery: Claimed): Promise<void> {
    await this.release([delivery, ...queue.clear()], 'window');
    this.parts.hub.publish([{ to: 'servers', type: 'deliveriesWaiting', agentId: queue.agentId }]);
  }

  /**
   * Releases deliveries that did not fit and notes the backlog afterwards: a fetch that ran meanwhile could not see
   * them and may have found the database empty.
   */
  private async overflow(deliveries: readonly Claimed[]): Promise<void> {
    await this.release(deliveries, 'window');
    for (const agentId of new Set(deliveries.map((delivery) => delivery.agentId))) this.waits(agentId);
  }

  private async release(deliveries: readonly Claimed[], held: ParkReason | null): Promise<void> {
    const { storage, nodeId, log } = this.parts;
    try {
      await releaseLeases(storage.db, nodeId(), deliveries, held);
    } catch (error) {
      log.error({ err: error, count: deliveries.length }, 'could not release deliveries');
    }
  }
}
