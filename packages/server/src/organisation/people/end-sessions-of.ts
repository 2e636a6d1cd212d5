import { isId, type UserId } from '@parley/protocol';
import type { RevokeIssued } from '../../accounts/users/delete-token.ts';
import { findUsers, lockUser } from '../../accounts/users/queries.ts';
import { deleteSessionsOf } from '../../accounts/users/session-queries.ts';
import { deleteTokensOf } from '../../accounts/users/token-queries.ts';
import type { Core } from '../../platform/routing/core.ts';
import { refuse } from '../../platform/routing/refusal.ts';
import type { Work } from '../../platform/signals/work.ts';

/**
 * Ends all sessions and tokens of a person, with their streams and pushes, and the credentials of agents that the tokens
 * created.
 */
export async function endSessionsOf(
  app: Pick<Core, 'commit' | 'clock'>,
  id: string,
  revokeIssued: RevokeIssued,
): Promise<void> {
  const userId = isId('user', id) ? id : refuse('user_not_found');
  await app.commit(async (work) => {
    if ((await findUsers(work.tx, [userId])).length === 0) refuse('user_not_found');
    await endAccess(work, userId, new Date(app.clock.now()), revokeIssued);
    await work.audit('person.sessions_ended', { memberId: userId });
  });
}

/**
 * Ends all sessions and tokens of a person in a transaction. Locks the person, so that none is made meanwhile. `as`: the actor where
 * the request itself proves who acts.
 */
export async function endAccess(
  work: Pick<Work, 'tx' | 'signal' | 'audit'>,
  userId: UserId,
  now: Date,
  revokeIssued: RevokeIssued,
  as?: UserId,
): Promise<void> {
  const { tx, signal } = work;
  await lockUser(tx, userId);
  await revokeIssued(work, { userId, as }, now);
  await deleteSessionsOf(tx, userId);
  await deleteTokensOf(tx, userId);
  signal([{ to: 'servers', type: 'accessEnded', userId }]);
}
