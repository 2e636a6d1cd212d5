import type { UserId } from '@parley/protocol';
import type { Core } from '../../platform/routing/core.ts';
import { ensureMemberships } from './queries.ts';
import { putAside } from './scope-ask-queries.ts';
import { viewAgent } from './view-agent.ts';

/** Stops asking a person for these scopes. Scopes that the manifest does not request are ignored. */
export async function putScopesAside(
  { commit, clock }: Pick<Core, 'commit' | 'clock'>,
  userId: UserId,
  agentId: string,
  scopes: readonly string[],
): Promise<void> {
  await commit(async ({ tx, tell }) => {
    const agent = await viewAgent(tx, userId, agentId);
    const requested = agent.requested_scopes.map(({ scope }) => scope).filter((scope) => scopes.includes(scope));
    await ensureMemberships(tx, agent.agent_id, [userId]);
    await putAside(tx, { agentId: agent.agent_id, userId, scopes: requested, now: new Date(clock.now()) });
    tell([userId], 'membershipUpdated', { agentId: agent.agent_id });
  });
}
