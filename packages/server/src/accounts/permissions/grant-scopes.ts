import { didYouMean, type UserId } from '@parley/protocol';
import type { AgentRow } from '../agents/agent.ts';
import { lockAgent } from '../agents/queries.ts';
import type { Core } from '../../platform/routing/core.ts';
import { refuse } from '../../platform/routing/refusal.ts';
import { upsertGrants, type MembershipRow } from './queries.ts';
import type { EndStanding } from './set-preferences.ts';
import { viewAgent } from './view-agent.ts';

/**
 * Replaces the scopes that a person grants an agent. They must be among those that its manifest requests. Locks the
 * agent's row, so that the manifest cannot change meanwhile.
 */
export async function grantScopes(
  { commit, clock }: Pick<Core, 'commit' | 'clock'>,
  userId: UserId,
  agentId: string,
  scopes: readonly string[],
  endStanding: EndStanding,
): Promise<{ agent: AgentRow; row: MembershipRow }> {
  return commit(async ({ tx, tell, signal, audit }) => {
    const { agent_id } = await viewAgent(tx, userId, agentId);
    const agent = (await lockAgent(tx, agent_id)) as AgentRow;
    const requested = agent.requested_scopes.map(({ scope }) => scope);
    const stranger = scopes.findIndex((scope) => !requested.includes(scope));
    if (stranger !== -1) {
      refuse('scope_not_requested', {
        path: `/scopes/${stranger}`,
        message: 'The manifest of this agent does not request this scope.',
        hint: `${didYouMean(scopes[stranger], requested)}${requested.length === 0 ? 'It requests none.' : `It requests ${requested.join(', ')}.`}`,
      });
    }
    const now = new Date(clock.now());
    const row = await upsertGrants(tx, { agentId: agent_id, userId, scopes: [...new Set(scopes)], requested, now });
    signal(await endStanding(tx, { agentId: agent_id, userId, butScopes: scopes }, 'scope_withdrawn', now));
    tell([userId], 'membershipUpdated', { agentId: agent_id });
    await audit('grant.replaced', { agentId: agent_id, scopes: [...new Set(scopes)] });
    return { agent, row };
  });
}
