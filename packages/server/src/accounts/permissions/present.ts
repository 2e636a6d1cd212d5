import type { Grant, Membership } from '@parley/protocol';
import type { AgentRow } from '../agents/agent.ts';
import { presentScopes } from '../agents/present.ts';
import { heldScopes } from './held-scopes.ts';
import type { MembershipRow } from './queries.ts';
import type { ScopeGrantRow } from './scope-grant-queries.ts';

/** Presents a person's relation to an agent. Without a row, nothing is granted. */
export function presentMembership(agent: AgentRow, row: MembershipRow | null): Membership {
  const requested = agent.requested_scopes.map(({ scope }) => scope);
  const consented = row?.consented_scopes ?? null;
  return {
    agentId: agent.agent_id,
    requestedScopes: presentScopes(agent),
    grantedScopes: heldScopes(agent, row),
    newScopesSinceConsent: consented === null ? [] : requested.filter((scope) => !consented.includes(scope)),
    muted: row?.muted ?? false,
    blocked: row?.blocked ?? false,
    notify: row?.notify ?? 'all',
    mutedUntil: row?.muted_until?.toISOString() ?? null,
  };
}

export function presentGrant(row: ScopeGrantRow): Grant {
  return {
    agentId: row.agent_id,
    scope: row.scope,
    grantedAt: row.granted_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    uses: row.uses,
  };
}
