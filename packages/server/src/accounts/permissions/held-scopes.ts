import type { AgentRow } from '../agents/agent.ts';
import type { MembershipRow } from './queries.ts';

type HoldingAgent = Pick<AgentRow, 'requested_scopes'>;
type HeldBy = Pick<MembershipRow, 'granted_scopes' | 'blocked'>;

/**
 * Returns whether an agent may use a scope on a person's behalf now: it holds the scope, and the person has not blocked it. This is the one
 * place that decides so; `hasGranted` is the same condition in SQL, for lists.
 */
export function mayUse(agent: HoldingAgent, membership: HeldBy | null | undefined, scope: string): boolean {
  return membership?.blocked === false && heldScopes(agent, membership).includes(scope);
}

/**
 * Returns the scopes that an agent holds from a person now: those that the person granted and the manifest still
 * requests. A scope that the manifest dropped gives nothing, even if it was granted once.
 */
export function heldScopes(
  agent: HoldingAgent,
  membership: Pick<MembershipRow, 'granted_scopes'> | null | undefined,
): string[] {
  const requested = agent.requested_scopes.map(({ scope }) => scope);
  return (membership?.granted_scopes ?? []).filter((scope) => requested.includes(scope));
}
