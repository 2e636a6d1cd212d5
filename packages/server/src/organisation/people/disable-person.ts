import type { UserId } from '@parley/protocol';
import { releaseAgentsOf, suspendAgentsOf } from '../../accounts/agents/suspension-queries.ts';
import { deleteTransfersOf } from '../../accounts/agents/transfer-queries.ts';
import { findKnownAgents } from '../../accounts/permissions/queries.ts';
import { setDisabled } from '../../accounts/users/account-queries.ts';
import { findPerson } from '../../accounts/users/people-queries.ts';
import { deleteSessionsOf } from '../../accounts/users/session-queries.ts';
import { deleteTokensOf } from '../../accounts/users/token-queries.ts';
import { endGrants } from '../../actions/standing/end-grants.ts';
import { deleteSchedulesBy } from '../../actions/tasks/schedules/queries.ts';
import { expireFor } from '../../chat/approvals/deny-pending.ts';
import type { App } from '../../chat/conversations/app.ts';
import type { TranscriptWork } from '../../chat/conversations/transcript-work.ts';
import { endDealingsOf } from '../../chat/members/end-dealings.ts';
import { dropDrafts } from '../../chat/messages/drafts/end-drafts.ts';
import { refuse } from '../../platform/routing/refusal.ts';
import { revokeInvitationsBy } from '../invitations/invitation-queries.ts';
import { deleteLinksOf } from '../links/link-queries.ts';

interface Change {
  readonly userId: UserId;
  /** Null for a directory. */
  readonly by: UserId | null;
}

/** Disables a person (§15). */
export async function disablePerson(
  work: TranscriptWork,
  app: Pick<App, 'commit' | 'storage' | 'clock'>,
  change: Change,
): Promise<void> {
  await work.audit('person.disabled', { memberId: change.userId });
  await endActing(work, app, change);
}

/**
 * Ends what a person can do: their sessions and tokens end, their agents are suspended, and what agents do for them ends as a
 * block ends it. The caller holds the locks of the person's conversations with agents, and of the person. Sessions end
 * before the agents are looked at, because who registers an agent holds a lock on their session.
 */
export async function endActing(
  work: TranscriptWork,
  app: Pick<App, 'commit' | 'storage' | 'clock'>,
  { userId, by }: Change,
): Promise<void> {
  const { tx, signal } = work;
  const now = new Date(app.clock.now());
  await setDisabled(tx, userId, now);
  await deleteSessionsOf(tx, userId);
  await deleteTokensOf(tx, userId);
  // Before those of their own agents, which would end for another reason.
  signal(await endGrants(tx, { userId }, 'revoked', now));
  for (const agentId of await suspendAgentsOf(tx, userId, { cause: 'owner_disabled', reason: null, by, now })) {
    signal([{ to: 'servers', type: 'agentChanged', agentId }]);
    signal(await dropDrafts(tx, { agentId }));
    signal(await endGrants(tx, { agentId }, 'agent_suspended', now));
  }
  signal(await endDealingsOf(tx, userId, await findKnownAgents(tx, userId), now));
  await expireFor(app)(work, userId);
  await deleteSchedulesBy(tx, userId);
  // Enabled again, a person gets none of these back.
  await deleteLinksOf(tx, userId, ['reset', 'email']);
  await deleteTransfersOf(tx, userId);
  await revokeInvitationsBy(tx, userId, now);
  signal([{ to: 'servers', type: 'accessEnded', userId }]);
}

/**
 * Enables a person again: they can sign in, and the suspension that disabling made ends. Another suspension of an agent
 * stays. Sessions that a sign-in started at the moment of disabling end too, so that none comes back.
 */
export async function enablePerson({ tx, signal, audit }: TranscriptWork, { userId }: Change): Promise<void> {
  const person = await findPerson(tx, userId);
  if (person?.status === 'erasing' || person?.status === 'erased') refuse('not_allowed');
  await setDisabled(tx, userId, null);
  await audit('person.enabled', { memberId: userId });
  await deleteSessionsOf(tx, userId);
  await deleteTokensOf(tx, userId);
  for (const agentId of await releaseAgentsOf(tx, userId, 'owner_disabled'))
    signal([{ to: 'servers', type: 'agentChanged', agentId }]);
}
