import type { AgentId, AgentTransport, CredentialId, DeliveryId } from '@parley/protocol';
import type { Logger } from 'pino';
import type { SecretBox } from '../../platform/storage/secret-box.ts';
import type { Clock } from '../../platform/time/clock.ts';
import type { Timekeeper } from '../../platform/time/timekeeper.ts';
import type { Config } from '../../platform/settings/config.ts';
import type { AttemptResult } from '../carriers/attempt-result.ts';
import type { Claimed, NewDelivery } from './delivery.ts';
import type { Dispatches, Undispatched } from './with-dispatches.ts';
import type { Metrics } from '../../platform/telemetry/metrics.ts';
import type { CarrierSet } from '../carriers/carrier-set.ts';
import type { Hub } from '../../platform/signals/hub.ts';
import type { Storage, Tx } from '../../platform/storage/storage.ts';

/** The parts of an engine: everything that a use case may need, except the engine itself. */
export interface EngineParts {
  readonly config: Config;
  readonly clock: Clock;
  /** Learns the database time from each renewal of the lease. */
  readonly timekeeper: Timekeeper;
  readonly log: Logger;
  readonly storage: Storage;
  /** A separate database connection for the lease, so that a renewal does not wait for other queries. */
  readonly leaseStorage?: Storage;
  readonly hub: Hub;
  readonly secrets: SecretBox;
  readonly metrics: Metrics;
}

/** The current load of an engine. */
export interface EngineLoad {
  /** Deliveries in memory, queued or being attempted. */
  readonly inHand: number;
  /** Deliveries with a running attempt or an outcome that is not yet recorded. */
  readonly underWay: number;
  /** Agents with a backlog, in memory or in the database. */
  readonly agentsBehind: number;
  /** The earliest due time among the deliveries queued in memory, or null if none are queued. */
  readonly oldestWaitingAt: Date | null;
  /** Agents that lost more than 20 deliveries for good within an hour, counted by this server. */
  readonly failingAgents: number;
  /** Endpoints with an open circuit breaker. */
  readonly openBreakers: number;
}

/** The deliveries that a transaction queued. The caller passes them to `handOff` after the commit. */
export interface Enqueued {
  /** Already leased to this server. They go to their carrier without a claim. */
  readonly claimed: readonly Claimed[];
  /** Agents with a backlog in the database. */
  readonly waiting: readonly AgentId[];
  /** Inserted together with a first attempt that failed as predicted. */
  readonly predicted: readonly PredictedFailure[];
}

export const nothingQueued: Enqueued = { claimed: [], waiting: [], predicted: [] };

/** First attempts with a predictable failure (agent offline, circuit open). */
export interface Predictions {
  /** Agents that this server cannot reach now, as far as it knows. */
  readonly agents: readonly {
    readonly agentId: AgentId;
    readonly transport: AgentTransport;
    readonly webhookUrl: string | null;
    /** The credential with which this server would sign. */
    readonly credentialId: CredentialId;
    readonly result: AttemptResult;
  }[];
  /** For each delivery, when its retry would be due. Null if no failure is predicted for it. */
  readonly retryAt: readonly (Date | null)[];
  /** The time of the predicted attempts. */
  readonly at: Date;
}

/** A delivery that was inserted together with its failed first attempt. */
export interface PredictedFailure {
  readonly delivery: NewDelivery;
  readonly agent: Predictions['agents'][number];
  readonly retryAt: Date;
}

/**
 * Where each written delivery went: it was leased to this server, waits in the database, or was inserted together with
 * its failed first attempt.
 */
export type Placed = ReadonlyMap<DeliveryId, 'leased' | 'waits' | 'predicted'>;

/** How to queue deliveries if the statement writes them. */
export interface EnqueuePlan {
  /** The node id that goes into the lease. */
  readonly nodeId: string;
  /** For each delivery, whether this server has room in memory for it. */
  readonly wanted: readonly boolean[];
  readonly predictions: Predictions;
  /** Returns what to pass to `handOff`, given where the deliveries went that were written. */
  enqueued(placed: Placed): Enqueued;
}

/**
 * The delivery engine of this server. It claims due deliveries, sends them and records the outcomes. It never reads a
 * message.
 */
export interface Engine {
  readonly nodeId: string;
  /** The carriers by which it sends. */
  readonly carriers: Pick<CarrierSet, 'byTransport'>;
  /** Counts the load. Each call counts over all deliveries in memory. */
  load(): EngineLoad;
  /** Writes deliveries in the transaction that caused them. */
  enqueue(tx: Tx, deliveries: readonly NewDelivery[]): Promise<Enqueued>;
  /** Prepares to queue deliveries in a statement of another folder that writes other rows too. */
  planEnqueue(deliveries: readonly NewDelivery[]): EnqueuePlan;
  handOff(enqueued: Enqueued): void;
  /** Checks soon for due deliveries. */
  wake(): void;
  /** Notes that a delivery connection of the agent opened on this server. Deliveries that waited for one become due. */
  opened(agentId: AgentId): Promise<void>;
  /** Checks again how much the agent's carrier accepts and what waits for the agent in the database. */
  wakeAgent(agentId: AgentId): void;
  /** Finds dispatch times not yet persisted, on this server and on the servers that hold the leases. */
  dispatchesOf(deliveries: readonly Undispatched[]): Promise<Dispatches>;
  start(): Promise<void>;
  /**
   * Stops claiming, finishes running attempts within `graceMs` milliseconds, and releases the other leases. `others` is
   * other work that needs this server's lease; the lease ends after it.
   */
  drain(graceMs: number, others?: Promise<unknown>): Promise<void>;
  /** Releases all leases of this server at once, so that another server need not wait for them to expire. */
  abandon(): Promise<void>;
  /** Resolves when the queues, the attempts and the background tasks are done. */
  idle(): Promise<void>;
}
