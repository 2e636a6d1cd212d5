import type { AgentId } from '@parley/protocol';
import type { AgentQueues } from './agent-queues.ts';
import type { Carrier } from '../../carriers/carrier.ts';
import type { CarrierSet } from '../../carriers/carrier-set.ts';
import { gatherFor, resumeHeld } from './park-queries.ts';
import type { Dispatcher } from '../dispatch/dispatcher.ts';
import type { EngineParts } from '../engine.ts';
import { DeferredLookups } from './deferred-lookups.ts';
import { findHeld } from './waiting-queries.ts';

/** The parts that this class needs. */
export interface ParkedParts extends Pick<EngineParts, 'clock' | 'hub' | 'storage'> {
  readonly queues: AgentQueues;
  readonly carriers: CarrierSet;
  readonly dispatcher: Dispatcher;
}

/**
 * Handles deliveries that wait in the database outside the index of due ones. They return when the agent changes, a
 * connection opens, or another server signals.
 */
export class Parked {
  private readonly deferred = new DeferredLookups();

  constructor(private readonly parts: ParkedParts) {}

  /** Notes that a connection of the agent opened here. Deliveries that waited for one become due. */
  async opened(agentId: AgentId): Promise<void> {
    await this.gather(agentId);
    this.parts.dispatcher.waits(agentId);
  }

  /**
   * Handles a failed attempt: a connection that opened while the failure was being recorded could not yet make this
   * delivery due.
   */
  async attemptFailed(agentId: AgentId, carrier: Carrier): Promise<void> {
    if (carrier.connections?.holds(agentId)) return this.opened(agentId);
    if (this.parts.hub.isAlone && this.deferred.add(agentId)) return;
    await this.lookElsewhere(agentId, carrier);
  }

  /** Notes that a renewal of the lease found no other server. */
  stillAlone(): void {
    this.deferred.stillAlone();
  }

  /** Returns whether lookups on other servers are deferred. */
  get hasDeferred(): boolean {
    return !this.deferred.isEmpty;
  }

  /** Makes the deferred lookups, because another server is alive. */
  async lookUpDeferred(): Promise<void> {
    const { queues, carriers } = this.parts;
    for (const agentId of this.deferred.take()) {
      const target = queues.find(agentId)?.where.last;
      const possible = target ? [carriers.carrierOf(target)] : carriers.all;
      for (const carrier of possible) await this.lookElsewhere(agentId, carrier);
    }
  }

  /** Handles deliveries parked by another server. They are fetched if this server can reach the agent. */
  waitsElsewhere(agentId: AgentId): void {
    const { queues, carriers, dispatcher } = this.parts;
    if (carriers.reach(agentId, queues.find(agentId)?.where.last ?? null)) dispatcher.waits(agentId);
  }

  /** Handles a change of an agent: the end of a pause, or another target. */
  async agentChanged(agentId: AgentId): Promise<void> {
    const { dispatcher, storage } = this.parts;
    const target = await dispatcher.changed(agentId);
    if (target.status === 'paused') return;
    await resumeHeld(storage.db, agentId);
    dispatcher.waits(agentId);
  }

  /** Checks everything that waits outside the index of due deliveries. */
  async sweep(): Promise<void> {
    const { storage, dispatcher } = this.parts;
    for (const { agent_id: agentId, held } of await findHeld(storage.db)) {
      if (held === 'paused') await this.agentChanged(agentId);
      else dispatcher.waits(agentId);
    }
  }

  private async lookElsewhere(agentId: AgentId, carrier: Carrier): Promise<void> {
    if (!(await carrier.connections?.isHeldElsewhere(agentId))) return;
    await this.gather(agentId);
    this.parts.hub.publish([{ to: 'servers', type: 'deliveriesWaiting', agentId }]);
  }

  private async gather(agentId: AgentId): Promise<void> {
    const { storage, clock } = this.parts;
    await gatherFor(storage.db, agentId, new Date(clock.now()));
  }
}
