import type { AgentId } from '@parley/protocol';
import type { AgentQueues } from './agent-queues.ts';
import type { Carrier } from '../../carriers/carrier.ts';
import type { Ways } from '../../carriers/ways.ts';
import { gatherFor, resumeHeld } from './claim-queries.ts';
import type { Dispatcher } from '../dispatch/dispatcher.ts';
import type { EngineParts } from '../engine.ts';
import { LooksPutOff } from './looks-put-off.ts';
import { findHeld } from './waiting-queries.ts';

/** The parts that this class needs. */
export interface ParkedParts extends Pick<EngineParts, 'clock' | 'hub' | 'storage'> {
  readonly queues: AgentQueues;
  readonly ways: Ways;
  readonly dispatcher: Dispatcher;
}

/**
 * Handles deliveries that wait in the database outside the index of due ones. They return when the agent changes, a
 * connection opens, or another server signals.
 */
export class Parked {
  private readonly putOff = new LooksPutOff();

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
    if (carrier.holds(agentId)) return this.opened(agentId);
    if (this.parts.hub.isAlone && this.putOff.add(agentId)) return;
    await this.lookElsewhere(agentId, carrier);
  }

  /** Notes that a renewal of the lease found no other server. */
  stillAlone(): void {
    this.putOff.stillAlone();
  }

  /** Returns whether lookups on other servers are deferred. */
  get hasPutOff(): boolean {
    return !this.putOff.isEmpty;
  }

  /** Makes the deferred lookups, because another server is alive. */
  async lookForPutOff(): Promise<void> {
    const { queues, ways } = this.parts;
    for (const agentId of this.putOff.take()) {
      const target = queues.find(agentId)?.where.last;
      const carriers = target ? [ways.carrierOf(target)] : ways.all;
      for (const carrier of carriers) await this.lookElsewhere(agentId, carrier);
    }
  }

  /** Handles deliveries parked by another server. They are fetched if this server can reach the agent. */
  waitsElsewhere(agentId: AgentId): void {
    const { queues, ways, dispatcher } = this.parts;
    if (ways.reach(agentId, queues.find(agentId)?.where.last ?? null)) dispatcher.waits(agentId);
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
    if (!(await carrier.isHeldElsewhere(agentId))) return;
    await this.gather(agentId);
    this.parts.hub.publish([{ to: 'servers', type: 'deliveriesWaiting', agentId }]);
  }

  private async gather(agentId: AgentId): Promise<void> {
    const { storage, clock } = this.parts;
    await gatherFor(storage.db, agentId, new Date(clock.now()));
  }
}
