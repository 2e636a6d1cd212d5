import type { AgentId, UserId } from '@parley/protocol';
import type { AgentRow } from '../agents/agent.ts';
import type { Core } from '../routing/core.ts';
import type { Signal } from '../signals/signal.ts';
import type { Tx } from '../storage/storage.ts';
import type { AttentionChange } from './attention.ts';
import { upsertPreferences, type MembershipRow } from './queries.ts';
import { viewAgent } from './view-agent.ts';

/** Ends what is under way between an agent and a person who blocks it; deliveries and drafts are none of this folder's business. */
export type EndDealings = (tx: Tx, agentId: AgentId, userId: UserId, now: Date) => Promise<Signal[]>;

/**
 * Says how one person has an agent: muted, blocked, or pushed what. A block also withdraws what is queued; ending it brings nothing back.
 */
export async function setPreferences(
  { commit, clock }: Pick<Core, 'commit' | 'clock'>,
  userId: UserId,
  agentId: string,
  preferences: AttentionChange & { readonly blocked?: boolean | undefined },
  endDealings: EndDealings,
): Promise<{ agent: AgentRow; row: MembershipRow }> {
  return commit(async ({ tx, tell, signal }) => {
    const agent = await viewAgent(tx, userId, agentId);
    const of = { agentId: agent.agent_id, userId };
    const now = new Date(clock.now());
    if (preferences.blocked === true) signal(await endDealings(tx, of.agentId, userId, now));
    tell([userId], 'membershipUpdated', { agentId: of.agentId });
    return { agent, row: await upsertPreferences(tx, { ...preferences, ...of }) };
  });
}
