import type { AgentId, AgentTransport } from '@parley/protocol';
import type { Target } from './target.ts';
import type { Carrier, CarrierLoad, Carriers } from './carrier.ts';

/** All carriers of a server. */
export interface Ways {
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

export function waysOf(carriers: Carriers): Ways {
  const transports = Object.keys(carriers) as AgentTransport[];
  const all = Object.values(carriers);
  const ways: Ways = {
    transportOf(target) {
      for (const transport of transports) if (carriers[transport].standsIn(target)) return transport;
      return target.transport;
    },
    carrierOf: (target) => carriers[ways.transportOf(target)],
    byTransport: (transport) => carriers[transport],
    all,
    reach: (agentId, target) =>
      target === null ? all.some((carrier) => carrier.holds(agentId)) : ways.carrierOf(target).reachable(target),
    load: () => ({ openBreakers: all.reduce((open, carrier) => open + carrier.load().openBreakers, 0) }),
    leaseLost() {
      for (const carrier of all) carrier.leaseLost();
    },
    async sweep(isOrphaned) {
      await Promise.all(all.map((carrier) => carrier.sweep(isOrphaned)));
    },
    drain(withinMs) {
      for (const carrier of all) carrier.drain(withinMs);
    },
    async close() {
      await Promise.all(all.map((carrier) => carrier.close()));
    },
  };
  return ways;
}
