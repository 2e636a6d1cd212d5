import type { AgentId, IssuedCredential } from '@parley/protocol';

let fresh: { readonly agentId: AgentId; readonly credential: IssuedCredential } | null = null;

/** Keeps a newly issued credential in memory for the next page: its secret is shown only once, on that page. */
export function keepFreshCredential(agentId: AgentId, credential: IssuedCredential): void {
  fresh = { agentId, credential };
}

/** Returns the credential that the previous page kept for this agent. */
export function freshCredential(agentId: AgentId): IssuedCredential | null {
  return fresh?.agentId === agentId ? fresh.credential : null;
}

export function forgetFreshCredential(): void {
  fresh = null;
}
