import type { AgentRow } from '../agents/agent.ts';
import type { MembershipRow } from './queries.ts';

/**
 * Returns the scopes that an agent holds from a person now: those that the person granted and the manifest still
 * requests. A scope that the manifest dropped gives nothing, even if it was granted once.
 */
export function heldScopes(
  agent: Pick<AgentRow, 'requested_scopes'>,
  membership: Pick<MembershipRow, 'granted_scopes'> | null | undefined,
): string[] {
  const requested = agent.requested_scopes.map(({ scope }) => scope);
  return (membership?.granted_scopes ?? []).filter((scope) => requested.includes(scope));
}
