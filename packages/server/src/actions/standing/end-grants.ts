import type { AgentId, ConversationId, StandingInvalidReason, UserId } from '@parley/protocol';
import { tell, type Signal } from '../../platform/signals/signal.ts';
import type { Tx } from '../../platform/storage/storage.ts';
import { grantsOf, updateEnded, type GrantEnd } from './grant-queries.ts';

/**
 * Ends the standing grants of an agent, or of one person to it, in the transaction that changed what they depend on.
 * What ended stays ended. A person who is disabled ends theirs by `{ userId }` and the state `revoked`; a suspended agent
 * and one with a new owner end theirs by `{ agentId }` and `agent_suspended` or `owner_changed`.
 *
 * @returns the signals to publish after the commit.
 */
export async function endGrants(
  tx: Tx,
  which: {
    readonly agentId?: AgentId;
    readonly userId?: UserId;
    readonly conversationId?: ConversationId;
    /** Only grants of scopes that are none of these. */
    readonly butScopes?: readonly string[];
  },
  why: StandingInvalidReason | 'revoked',
  now: Date,
): Promise<Signal[]> {
  const end: GrantEnd = why === 'revoked' ? { state: 'revoked' } : { state: 'invalid', reason: why };
  const ended = await updateEnded(tx, grantsOf(which), end, now);
  const pairs = new Map(ended.map((row) => [`${row.user_id} ${row.agent_id}`, row]));
  return [...pairs.values()].map((row) => tell([row.user_id], 'membershipUpdated', { agentId: row.agent_id }));
}
