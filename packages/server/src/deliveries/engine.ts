import type { AgentId, AgentTransport, CredentialId, DeliveryId } from '@parley/protocol';
import type { Logger } from 'pino';
import type { SecretBox } from '../storage/secret-box.ts';
import type { Clock } from '../time/clock.ts';
import type { Config } from '../settings/config.ts';
import type { AttemptResult } from '../carriers/attempt-result.ts';
import type { Claimed, NewDelivery } from './delivery.ts';
import type { LaneFloor } from './queue/lane-floors.ts';
import type { Dispatches, Undispatched } from './lease/dispatch-times.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { Carriers } from '../carriers/carrier.ts';
import type { Hub } from '../signals/hub.ts';
import type { Storage, Tx } from '../storage/storage.ts';

/** What an engine is made of: all that a use case may need, but the engine itself. */
export interface EngineParts {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Logger;
  readonly storage: Storage;
  /** Where this server says that it lives: a connection of its own, so that it need not wait for what else goes on. */
  readonly leaseStorage?: Storage;
  readonly hub: Hub;
  readonly secrets: SecretBox;
  readonly metrics: Metrics;
}

/** The current load of an engine. */
export interface EngineLoad {
  /** Deliveries in memory, under way or not. */
  readonly inHand: number;
  /** Deliveries whose attempt is under way or whose outcome is not yet recorded. */
  readonly underWay: number;
  /** Agents for whom more waits than they take now. */
  readonly agentsBehind: number;
  /** Since when the delivery has been due that waits longest in memory for its agent to take more; null where none waits. */
  readonly oldestWaitingAt: Date | null;
  /** Endpoints that kept failing and are spared. */
  readonly openBreakers: number;
}

/** What a transaction queued: take it to `handOff` once that transaction is committed. */
export interface Enqueued {
  /** Already this server's: they go to their carrier without a claim. */
  readonly claimed: readonly Claimed[];
  /** Agents for whom something waits in the database. */
  readonly waiting: readonly AgentId[];
  /** Written with their first attempt already, which came to nothing. */
  readonly foregone: readonly Foregone[];
  /** Up to which place in the queue nothing waits any more in the lanes of these. */
  readonly laneFloors: readonly LaneFloor[];
}

export const nothingQueued: Enqueued = { claimed: [], waiting: [], foregone: [], laneFloors: [] };

/** First attempts of which is known, before they are made, what they would come to. */
export interface Foreseen {
  /** Agents that cannot be reached now, as far as this server knows. */
  readonly agents: readonly {
    readonly agentId: AgentId;
    readonly transport: AgentTransport;
    readonly webhookUrl: string | null;
    /** What this server would sign with. */
    readonly credentialId: CredentialId;
    readonly result: AttemptResult;
  }[];
  /** For each delivery, when it would be due again; null where its agent is not one of these. */
  readonly retryAt: readonly (Date | null)[];
  /** When the attempts would be made. */
  readonly at: Date;
}

/** A delivery that was written with its first attempt. */
export interface Foregone {
  readonly delivery: NewDelivery;
  readonly agent: Foreseen['agents'][number];
  readonly retryAt: Date;
}

/** What became of deliveries that were queued. Those that are in neither set wait in the database. */
export interface Placed {
  /** They are this server's now. */
  readonly mine: ReadonlySet<DeliveryId>;
  /** They were written with their first attempt. */
  readonly foregone: ReadonlySet<DeliveryId>;
  /** For each that was written, the place in the queue up to which nothing waits in its lane, if it was wanted. */
  readonly laneFloors: ReadonlyMap<DeliveryId, number>;
}

/** How deliveries are to be queued, should they be. */
export interface EnqueuePlan {
  /** The name under which this server takes them. */
  readonly nodeId: string;
  /** For each, whether this server would take it straight into its hands. */
  readonly wanted: readonly boolean[];
  /** For each, from which place in the queue on its lane has to be looked at. */
  readonly laneFloors: readonly number[];
  readonly foreseen: Foreseen;
  /** What came of it: those that were written, and what became of them. */
  enqueued(written: ReadonlySet<DeliveryId>, placed: Placed): Enqueued;
}

/** The delivery engine of this server. It claims what is due, sends it and settles the outcome; it never reads a message. */
export interface Engine {
  readonly nodeId: string;
  /** The ways on which it sends. */
  readonly carriers: Carriers;
  /** Counted when it is asked for, over all that this server holds. */
  load(): EngineLoad;
  /** Writes deliveries in the transaction of what brought them about. */
  enqueue(tx: Tx, deliveries: readonly NewDelivery[]): Promise<Enqueued>;
  /** Gets ready to queue deliveries by a statement of another concept, which writes them with much else. */
  planEnqueue(deliveries: readonly NewDelivery[]): EnqueuePlan;
  handOff(enqueued: Enqueued): void;
  /** Says that something may be due. */
  wake(): void;
  /** A connection over which deliveries of the agent go opened on this server: what waited for one is due. */
  opened(agentId: AgentId): Promise<void>;
  /** Looks again at what the agent's carrier takes now, and at what waits for it in the database. */
  nudge(agentId: AgentId): void;
  /** When deliveries went out of which the database does not say so yet, here or from the server that has them in hand. */
  dispatchesOf(deliveries: readonly Undispatched[]): Promise<Dispatches>;
  start(): Promise<void>;
  /**
   * Claims no more, finishes what is under way within `graceMs`, and lets go of the rest. `others` is what else is done under
   * this server's lease, which ends only after it.
   */
  drain(graceMs: number, others?: Promise<unknown>): Promise<void>;
  /** Lets go of all that this server has in hand, at once, so that another takes it up without waiting for the lease to end. */
  abandon(): Promise<void>;
  /** Resolves when nothing is under way. */
  idle(): Promise<void>;
}
