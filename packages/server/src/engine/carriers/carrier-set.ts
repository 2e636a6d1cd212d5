import type { AgentId, AgentTransport } from '@parley/protocol';
import type { Carrier, Carriers, Connections } from './carrier.ts';
import type { Target } from './target.ts';

/** All carriers of a server. */
export interface CarrierSet {
  /** Returns the transport to use now: the one of the manifest, unless another carrier overrides it. */
  transportOf(target: Target): AgentTransport;
  carrierOf(target: Target): Carrier;
  byTransport(transport: AgentTransport): Carrier;
  readonly all: readonly Carrier[];
  /** Returns whether this server can send to the agent. `target` is null if it was not read yet. */
  reach(agentId: AgentId, target: Target | null): boolean;
  load(): CarrierLoad;
  leaseLost(): void;
  sweep(isOrphaned: (name: string) => boolean): Promise<void>;
  drain(withinMs: number): void;
  close(): Promise<void>;
}

/** The current load of all carriers. */
export interface CarrierLoad {
  /** Endpoints with an open circuit breaker. */
  readonly openBreakers: number;
}

export function carrierSet(carriers: Carriers): CarrierSet {
  const transports = Object.keys(carriers) as AgentTransport[];
  const all = Object.values(carriers);
  const connections: Connections[] = all.flatMap((carrier) => carrier.connections ?? []);
  const transportOf = (target: Target) =>
    transports.find((transport) => carriers[transport].connections?.isFallback(target)) ?? target.transport;
  return {
    transportOf,
    carrierOf: (target) => carriers[transportOf(target)],
    byTransport: (transport) => carriers[transport],
    all,
    reach: (agentId, target) =>
      target === null
        ? connections.some((each) => each.holds(agentId))
        : canReach(carriers[transportOf(target)], target),
    load: () => ({ openBreakers: all.reduce((open, carrier) => open + carrier.openBreakers(), 0) }),
    leaseLost() {
      for (const each of connections) each.leaseLost();
    },
    async sweep(isOrphaned) {
      await Promise.all(connections.map((each) => each.sweep(isOrphaned)));
    },
    drain(withinMs) {
      for (const each of connections) each.drain(withinMs);
    },
    async close() {
      await Promise.all(all.map((carrier) => carrier.close()));
    },
  };
}

/** Returns whether this server can send to the agent by this carrier. */
export function canReach({ connections }: Carrier, target: Target): boolean {
  return connections === undefined || connections.reachable(target);
}
