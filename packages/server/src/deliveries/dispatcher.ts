import type { AgentId, DeliveryId } from '@parley/protocol';
import type { AgentQueue } from './queue/agent-queue.ts';
import type { AgentQueues } from './queue/agent-queues.ts';
import type { Answered, Attempts } from './attempts.ts';
import type { Carrier } from '../carriers/carrier.ts';
import type { Ways } from '../carriers/ways.ts';
import type { Claimed, ParkReason } from './delivery.ts';
import type { EngineParts } from './engine.ts';
import { releaseLeases } from './lease/settle-queries.ts';
import type { Target } from '../carriers/target.ts';

const lookAgainMs = 1000;

/** What a dispatcher works with. */
export interface DispatcherParts extends Pick<EngineParts, 'clock' | 'log' | 'hub' | 'storage'> {
  readonly nodeId: () => string;
  readonly queues: AgentQueues;
  readonly ways: Ways;
  readonly attempts: Attempts;
  readonly readTarget: (agentId: AgentId) => Promise<Target>;
}

/** What comes of dispatching, for whoever plans what is brought into memory next. */
export interface DispatchResults {
  /** A delivery falls due again. */
  dueAgain(at: Date): void;
  /** An agent's queue has room, and more waits in the database. */
  hungry(queue: AgentQueue): void;
  /** An attempt was recorded as failed, or let go of: a connection of the agent may have opened while it was. */
  failed(agentId: AgentId, carrier: Carrier): void;
}

/** Gives what this server has in hand to the carriers: fair between agents, in order within a lane, no more than each takes. */
export class Dispatcher {
  constructor(
    private readonly parts: DispatcherParts,
    private readonly results: DispatchResults,
  ) {}

  /** Takes deliveries that are this server's; what an agent's queue has no room for waits in the database again. */
  take(deliveries: readonly Claimed[]): void {
    const { touched, overflow } = this.parts.queues.take(deliveries);
    if (overflow.length > 0) void this.overflow(overflow);
    for (const queue of touched) this.pump(queue);
  }

  /** Something waits in the database for this agent. */
  waits(agentId: AgentId): void {
    const queue = this.parts.queues.of(agentId);
    queue.noteWaiting();
    this.pump(queue);
  }

  /** Deliveries of these agents are about to come: where they go is read while they are still being committed. */
  warm(deliveries: readonly { readonly agentId: AgentId }[]): void {
    const now = this.parts.clock.now();
    for (const { agentId } of deliveries) {
      const queue = this.parts.queues.of(agentId);
      if (queue.where.at(now) === null) this.pump(queue);
    }
  }

  /** The agent changed: where its deliveries go is read anew. */
  async changed(agentId: AgentId): Promise<Target> {
    const queue = this.parts.queues.find(agentId);
    queue?.where.doubt();
    if (queue) this.pump(queue);
    return this.parts.readTarget(agentId);
  }

  /** A conversation is over for an agent: what waits of it is not sent. */
  endLane(agentId: AgentId, conversationId: string): void {
    const queue = this.parts.queues.find(agentId);
    queue?.drop((delivery) => delivery.conversationId === conversationId);
    if (queue) this.pump(queue);
  }

  /** These were taken back: they are not sent, whether they are here already or still on their way here. */
  withdraw(agentId: AgentId, deliveryIds: readonly DeliveryId[]): void {
    this.parts.queues.withdraw(agentId, deliveryIds);
    const queue = this.parts.queues.find(agentId);
    if (queue) this.pump(queue);
  }

  /** An acknowledgement settled this one, which may wait here for its next attempt: there is none. */
  settledElsewhere(agentId: AgentId, deliveryId: DeliveryId): void {
    this.parts.queues.find(agentId)?.drop((delivery) => delivery.deliveryId === deliveryId);
  }

  /** Takes nothing more, and makes what was not begun anybody's. */
  async stop(): Promise<void> {
    await this.release(this.parts.queues.close(), null);
    this.parts.hub.publish([{ to: 'servers', type: 'deliveriesDue' }]);
  }

  /** Starts as many attempts as the agent takes now. */
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
    const carrier = this.parts.ways.carrierOf(target);
    const ordered = carrier.ordered && target.status === 'live';
    const early = queue.hasRetries && carrier.foresees(target) ? queue.takeEarly(this.parts.clock.now()) : [];
    if (early.length > 0) void this.postpone(queue, carrier, early);
    while ((carrier.window(queue.agentId) ?? queue.freeWindow) > 0) {
      const delivery = queue.take(ordered);
      if (delivery === null) break;
      void this.attempt(queue, target, delivery);
    }
    if (queue.isHungry) this.results.hungry(queue);
    this.parts.queues.forgetIfMany(queue);
  }

  private hold(queue: AgentQueue, held: ParkReason): void {
    void this.release(queue.clear(), held);
  }

  /** These were brought forward for a connection that is gone: each waits for its own time, unless another has opened. */
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
      this.results.failed(queue.agentId, this.parts.ways.carrierOf(target));
    } catch (error) {
      this.parts.log.error({ err: error, deliveryId: delivery.deliveryId }, 'could not record delivery attempt');
    }
  }

  /** Another server reaches the agent: all that waits here is let go of together, since each alone would hold up those after it. */
  private async leaveToOthers(queue: AgentQueue, delivery: Claimed): Promise<void> {
    await this.release([delivery, ...queue.clear()], 'window');
    this.parts.hub.publish([{ to: 'servers', type: 'deliveriesWaiting', agentId: queue.agentId }]);
  }

  /** Counted again afterwards: what was fetched meanwhile could not see these, and took the database for empty. */
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
