import type { AgentId, ConversationId, StandingGrantId, StandingInvalidReason, UserId } from '@parley/protocol';
import { tell, type Signal } from '../../platform/signals/signal.ts';
import type { Tx } from '../../platform/storage/storage.ts';
import { standingChanged } from './standing-changed.ts';
import { grantsOf, updateEnded, type GrantEnd } from './grant-queries.ts';

/**
 * Ends one standing grant, those of an agent, or those of one person to it, in the transaction that changed what they depend on.
 * A grant that has ended stays as it is. A person who is disabled ends theirs by `{ userId }` and the state `revoked`; a suspended agent
 * and one with a new owner end theirs by `{ agentId }` and `agent_suspended` or `owner_changed`.
 *
 * @returns the signals to publish after the commit.
 */
export async function endGrants(
  tx: Tx,
  which: {
    readonly grantId?: StandingGrantId;
    readonly agentId?: AgentId;
    readonly userId?: UserId;
    readonly conversationId?: ConversationId;
    /** Only grants of other scopes than these. */
    readonly butScopes?: readonly string[];
  },
  why: StandingInvalidReason | 'revoked',
  now: Date,
): Promise<Signal[]> {
  const end: GrantEnd = why === 'revoked' ? { state: 'revoked' } : { state: 'invalid', reason: why };
  const ended = await updateEnded(tx, grantsOf(which), end, now);
  return [...signalsOfEnded(ended), ...standingChanged({ [why]: ended.length })];
}

/** Returns the signals of grants that ended, one for each person and agent. */
export function signalsOfEnded(ended: readonly { readonly user_id: UserId; readonly agent_id: AgentId }[]): Signal[] {
  const pairs = new Map(ended.map((row) => [`${row.user_id} ${row.agent_id}`, row]));
  return [...pairs.values()].map((row) => tell([row.user_id], 'membershipUpdated', { agentId: row.agent_id }));
}
