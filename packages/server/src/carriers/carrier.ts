import type { AgentId, AgentTransport, DeliveryId } from '@parley/protocol';
import type { Trace } from '../telemetry/trace.ts';
import type { Target } from './target.ts';
import type { AttemptResult } from './attempt-result.ts';

/**
 * A way to hand deliveries to their agents. The engine knows a carrier by this alone: how many an agent takes, whether they go in
 * order and from which server, is for the carrier to say.
 */
export interface Carrier {
  /** Whether the first attempts of a lane go one at a time, each when the one before has been answered. */
  readonly ordered: boolean;
  /** What shows whether deliveries reach an agent: the connections that it holds open, or how the last attempts ended. */
  readonly provenBy: 'connections' | 'attempts';
  /** Makes one attempt. Resolves to null where another server should make it. */
  carry(attempt: Attempt): Promise<AttemptResult | null>;
  /**
   * What an attempt would come to now, where this server knows that without making it: the agent connects by itself, and is not there, or
   * its endpoint is spared.
   * Null where it has to be made.
   */
  foresees(target: Target): AttemptResult | null;
  /** How many more deliveries the agent takes now; null where only experience tells, and the engine feels its way. */
  window(agentId: AgentId): number | null;
  /** Whether it carries what goes to this agent, whatever the manifest names. */
  standsIn(target: Target): boolean;
  /** Whether it can carry to this agent from this server. */
  reachable(target: Target): boolean;
  /** Whether this server holds a connection over which it carries to this agent. */
  holds(agentId: AgentId): boolean;
  /** Whether another server holds one. */
  isHeldElsewhere(agentId: AgentId): Promise<boolean>;
  /** Forgets connections that are noted as this server's and are none; `isAstray` is true of a name that it saw some time before. */
  sweep(isOrphaned: (name: string) => boolean): Promise<void>;
  load(): CarrierLoad;
  /** This server was given up as dead: no other knows of the connections that it holds. */
  leaseLost(): void;
  /** This server stops: connections end as soon as nothing is under way on them, spread over `withinMs`. */
  drain(withinMs: number): void;
  /** Resolves when all that it began is over. */
  close(): Promise<void>;
}

/** The carrier of each transport that an agent's manifest may name. */
export type Carriers = Readonly<Record<AgentTransport, Carrier>>;

/** The current load of a carrier. */
export interface CarrierLoad {
  /** Endpoints that kept failing and are spared. */
  readonly openBreakers: number;
}

/** One attempt to hand a delivery to its agent. */
export interface Attempt {
  readonly target: Target;
  readonly delivery: Outgoing;
  readonly signed: Signed;
  /** Where the attempt stands in a trace, for a carrier that has room for it; null where in none. */
  readonly trace: Trace | null;
  /** To be called when its first byte goes out. */
  wentOut(): void;
  /** Resolves once the outcome that `carry` gave is recorded. */
  recorded(): Promise<unknown>;
}

/** What goes out: sealed bytes, and the name under which the agent takes them once. */
export interface Outgoing {
  readonly deliveryId: DeliveryId;
  readonly agentId: AgentId;
  readonly body: Buffer;
}

/** What makes a delivery believable, for one attempt. */
export interface Signed {
  readonly signature: string;
  readonly authorization: string;
}
