import type { AgentId } from '@parley/protocol';
import type { AgentQueues } from './agent-queues.ts';
import type { Carrier } from '../../carriers/carrier.ts';
import type { Ways } from '../../carriers/ways.ts';
import { gatherFor, resumeHeld } from './claim-queries.ts';
import type { Dispatcher } from '../dispatcher.ts';
import type { EngineParts } from '../engine.ts';
import { LooksPutOff } from './looks-put-off.ts';
import { findHeld } from './waiting-queries.ts';

/** What this works with. */
export interface ParkedParts extends Pick<EngineParts, 'clock' | 'hub' | 'storage'> {
  readonly queues: AgentQueues;
  readonly ways: Ways;
  readonly dispatcher: Dispatcher;
}

/** What waits aside in the database until its agent takes it, and what brings it back: the agent, a connection, another server. */
export class Parked {
  private readonly putOff = new LooksPutOff();

  constructor(private readonly parts: ParkedParts) {}

  /** A connection of the agent opened here: what waited for one is due. */
  async opened(agentId: AgentId): Promise<void> {
    await this.gather(agentId);
    this.parts.dispatcher.waits(agentId);
  }

  /** A connection that opened while a failure was being recorded could not gather that delivery. */
  async attemptFailed(agentId: AgentId, carrier: Carrier): Promise<void> {
    if (carrier.holds(agentId)) return this.opened(agentId);
    if (this.parts.hub.isAlone && this.putOff.add(agentId)) return;
    await this.lookElsewhere(agentId, carrier);
  }

  /** A renewal of the lease found no other server. */
  stillAlone(): void {
    this.putOff.stillAlone();
  }

  /** Whether another server may hold a connection for which this one did not look. */
  get hasPutOff(): boolean {
    return !this.putOff.isEmpty;
  }

  /** Another server lives: looks for what was put off. */
  async lookForPutOff(): Promise<void> {
    const { queues, ways } = this.parts;
    for (const agentId of this.putOff.take()) {
      const target = queues.find(agentId)?.where.last;
      const carriers = target ? [ways.carrierOf(target)] : ways.all;
      for (const carrier of carriers) await this.lookElsewhere(agentId, carrier);
    }
  }

  /** Deliveries that another server could not send wait for whoever reaches the agent, or is at their lane. */
  waitsElsewhere(agentId: AgentId): void {
    const { queues, ways, dispatcher } = this.parts;
    if (ways.reach(agentId, queues.find(agentId)?.where.last ?? null)) dispatcher.waits(agentId);
  }

  /** An agent goes on after a pause, or its deliveries go another way. */
  async agentChanged(agentId: AgentId): Promise<void> {
    const { dispatcher, storage } = this.parts;
    const target = await dispatcher.changed(agentId);
    if (target.status === 'paused') return;
    await resumeHeld(storage.db, agentId);
    dispatcher.waits(agentId);
  }

  /** Looks for all that waits aside. */
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
