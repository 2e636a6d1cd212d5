import type { AgentId, IssuedCredential } from '@parley/protocol';

let fresh: { readonly agentId: AgentId; readonly credential: IssuedCredential } | null = null;

/** Keeps a credential that was just issued for the next place, in memory alone: its secret is shown on one page and then no more. */
export function keepFreshCredential(agentId: AgentId, credential: IssuedCredential): void {
  fresh = { agentId, credential };
}

/** The credential that the place before has left for this agent. */
export function freshCredential(agentId: AgentId): IssuedCredential | null {
  return fresh?.agentId === agentId ? fresh.credential : null;
}

export function forgetFreshCredential(): void {
  fresh = null;
}
