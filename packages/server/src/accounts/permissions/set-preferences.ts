import type { AgentId, UserId } from '@parley/protocol';
import type { AgentRow } from '../agents/agent.ts';
import type { Core } from '../../platform/routing/core.ts';
import type { Signal } from '../../platform/signals/signal.ts';
import type { Tx } from '../../platform/storage/storage.ts';
import type { AttentionChange } from './attention.ts';
import { upsertPreferences, type MembershipRow } from './queries.ts';
import { viewAgent } from './view-agent.ts';

/**
 * Ends open work between an agent and a person who blocks it. Passed in, because deliveries and drafts belong to
 * folders further right.
 */
export type EndDealings = (tx: Tx, agentId: AgentId, userId: UserId, now: Date) => Promise<Signal[]>;

/** Ends standing grants to an agent, in the transaction of the change. Passed in for the same reason. */
export type EndStanding = (
  tx: Tx,
  which: { readonly agentId: AgentId; readonly userId: UserId; readonly butScopes?: readonly string[] },
  why: 'scope_withdrawn' | 'agent_blocked',
  now: Date,
) => Promise<Signal[]>;

/**
 * Sets a person's settings for an agent: muted, blocked, and which messages send a push. A block also withdraws queued
 * deliveries; unblocking does not restore them.
 */
export async function setPreferences(
  { commit, clock }: Pick<Core, 'commit' | 'clock'>,
  userId: UserId,
  agentId: string,
  preferences: AttentionChange & { readonly blocked?: boolean | undefined },
  endDealings: EndDealings,
): Promise<{ agent: AgentRow; row: MembershipRow }> {
  return commit(async ({ tx, tell, signal, audit }) => {
    const agent = await viewAgent(tx, userId, agentId);
    const of = { agentId: agent.agent_id, userId };
    const now = new Date(clock.now());
    if (preferences.blocked === true) signal(await endDealings(tx, of.agentId, userId, now));
    tell([userId], 'membershipUpdated', { agentId: of.agentId });
    if (preferences.blocked !== undefined)
      await audit(preferences.blocked ? 'agent.blocked' : 'agent.unblocked', { agentId: of.agentId });
    return { agent, row: await upsertPreferences(tx, { ...preferences, ...of }) };
  });
}
