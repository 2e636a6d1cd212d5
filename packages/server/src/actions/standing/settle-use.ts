import { decimalOf, platformLine, subtractDecimals } from '@parley/protocol';
import { findAgents } from '../../accounts/agents/queries.ts';
import { findUsers } from '../../accounts/users/queries.ts';
import type { TranscriptWork } from '../../chat/conversations/transcript-work.ts';
import { insertPeopleOnly } from '../../chat/transcript/people-only-queries.ts';
import { quoted } from '../../chat/transcript/quoted.ts';
import { withoutUse } from './count-use.ts';
import { lockGrant, updateCounts } from './grant-queries.ts';
import { standingChanged } from './standing-changed.ts';
import type { StandingGrantRow, StandingUseRow } from './standing-grant.ts';
import { updateSettled } from './use-queries.ts';

/** How the call of a use ended. */
export interface UseEnd {
  readonly outcome: 'succeeded' | 'failed' | 'denied';
  readonly at: Date;
  /** Whether it demonstrably did nothing, so that the use is given back. */
  readonly didNothing: boolean;
  /** What the call did, for people to read: the coins that it paid, else the tool that it used. */
  readonly did: { readonly coins: string } | { readonly tool: string };
}

/**
 * Settles a use in the transaction that ends its invocation: records the outcome, gives back a use that did nothing, and
 * tells the people of the conversation of one that succeeded.
 */
export async function settleUse(
  work: TranscriptWork,
  use: StandingUseRow,
  row: { readonly conversation_id: StandingGrantRow['conversation_id'] & string },
  { outcome, at, didNothing, did }: UseEnd,
): Promise<void> {
  const { tx, tell, signal } = work;
  const grant = await lockGrant(tx, use.grant_id);
  if (grant === null) return;
  const executedAt = outcome === 'denied' ? null : at;
  await updateSettled(tx, { invocation_id: use.invocation_id, outcome, executed_at: executedAt }, at);
  if (didNothing) await updateCounts(tx, withoutUse(grant, use.amounts));
  signal(standingChanged({ given_back: Number(didNothing) }));
  tell([grant.user_id], 'membershipUpdated', { agentId: grant.agent_id });
  if (outcome === 'succeeded' && !use.is_first) await say(work, grant, row.conversation_id, did);
}

async function say(
  { tx, transcript }: TranscriptWork,
  grant: StandingGrantRow,
  conversationId: NonNullable<StandingGrantRow['conversation_id']>,
  did: UseEnd['did'],
): Promise<void> {
  const conversation = transcript.conversation(conversationId);
  const [[agent], [person]] = await Promise.all([findAgents(tx, [grant.agent_id]), findUsers(tx, [grant.user_id])]);
  if (!conversation || !agent || !person) return;
  // In a group, what an agent does for a person is that person's alone.
  const isAlone = conversation.people.every((userId) => userId === grant.user_id);
  const names = { name: quoted(agent.name), other: quoted(person.display_name) };
  const message = transcript.append({
    conversation_id: conversationId,
    author_type: 'platform',
    body: isAlone ? lineOf(names, did, leftOf(grant)) : platformLine('actedStanding', names),
    about: grant.user_id,
  });
  await insertPeopleOnly(tx, message);
}

function lineOf(names: { readonly name: string; readonly other: string }, did: UseEnd['did'], rest: string): string {
  return 'coins' in did
    ? platformLine('paidStanding', { ...names, ...did, rest })
    : platformLine('usedStanding', { ...names, ...did, rest });
}

/** Returns what is left of the first bound with a total, else of the uses; nothing where neither is bounded. */
function leftOf({ bounds, uses, used }: StandingGrantRow): string {
  const bound = bounds.find(({ total }) => total !== null);
  if (bound && bound.total !== null) {
    const total = decimalOf(bound.total);
    return `, ${subtractDecimals(total, bound.spent)} of ${total} left`;
  }
  return uses === null ? '' : `, ${uses - used} of ${uses} left`;
}
