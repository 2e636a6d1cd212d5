import type { AgentId, AgentTransport, DeliveryId } from '@parley/protocol';
import type { Trace } from '../../platform/telemetry/trace.ts';
import type { Target } from './target.ts';
import type { AttemptResult } from './attempt-result.ts';

/**
 * Hands deliveries to agents over one transport. The engine knows carriers only by this interface; the carrier decides
 * how many deliveries an agent accepts, whether they go in order, and from which server.
 */
export interface Carrier {
  /** Whether first attempts of a lane run one at a time, each after the response to the previous one. */
  readonly ordered: boolean;
  /** Makes one attempt. Resolves to null if another server should make it. */
  carry(attempt: Attempt): Promise<AttemptResult | null>;
  /** Returns the predicted failure of an attempt (agent offline, circuit open), or null if the attempt must be made. */
  predictFailure(target: Target): AttemptResult | null;
  /** Returns the number of endpoints with an open circuit breaker. */
  openBreakers(): number;
  /** Resolves when all its work is done. */
  close(): Promise<void>;
  /** Set if agents hold connections open to receive deliveries. Without it, every server reaches every agent. */
  readonly connections?: Connections;
}

/** The connections of one transport. Each is open to one server, which alone can send over it. */
export interface Connections {
  /** Returns how many more deliveries the agent accepts now; null without a connection here. */
  window(agentId: AgentId): number | null;
  /** Returns whether this carrier overrides the transport of the agent's manifest now. */
  isFallback(target: Target): boolean;
  /** Returns whether this server can send to the agent. */
  reachable(target: Target): boolean;
  /** Returns whether this server holds a connection to send to the agent. */
  holds(agentId: AgentId): boolean;
  /** Returns whether another server holds one. */
  isHeldElsewhere(agentId: AgentId): Promise<boolean>;
  /**
   * Deletes the rows of connections that this server no longer has. `isOrphaned` returns true for an id that it first
   * saw some seconds ago.
   */
  sweep(isOrphaned: (name: string) => boolean): Promise<void>;
  /** Handles the loss of this server's lease: the other servers have deleted the rows of its connections. */
  leaseLost(): void;
  /**
   * Closes each connection when nothing is running on it, spread over `withinMs` milliseconds, because this server is
   * stopping.
   */
  drain(withinMs: number): void;
}

/** The carrier of each transport that a manifest may name. */
export type Carriers = Readonly<Record<AgentTransport, Carrier>>;

/** One attempt to hand a delivery to its agent. */
export interface Attempt {
  readonly target: Target;
  readonly delivery: Outgoing;
  readonly signed: Signed;
  /** W3C trace context of the attempt, or null. */
  readonly trace: Trace | null;
  /** Must be called when the first byte is sent. */
  wentOut(): void;
  /** Resolves when the outcome returned by `carry` is recorded. */
  recorded(): Promise<unknown>;
}

/** A sealed delivery, with the id by which the agent detects duplicates. */
export interface Outgoing {
  readonly deliveryId: DeliveryId;
  readonly agentId: AgentId;
  readonly body: Buffer;
}

/** The headers that prove the origin of a delivery, for one attempt. */
export interface Signed {
  readonly signature: string;
  readonly authorization: string;
}
