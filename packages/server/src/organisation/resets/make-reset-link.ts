import { isId, type ResetLink } from '@parley/protocol';
import type { UserId } from '@parley/protocol';
import { findAccount } from '../../accounts/users/account-queries.ts';
import { lockUser } from '../../accounts/users/queries.ts';
import type { Core } from '../../platform/routing/core.ts';
import { refuse } from '../../platform/routing/refusal.ts';
import { makeLink } from '../links/make-link.ts';
import { tellOf } from '../notices/tell-of.ts';
import { findPerson } from '../../accounts/users/people-queries.ts';
import { lockAsAdmin } from '../roles/lock-admins.ts';

/** How long a link for a new password works. */
export const resetMs = 24 * 3_600_000;

/**
 * Makes a link for a new password of a person, who is told. Not of another active administrator: who could set their
 * password would be them.
 */
export async function makeResetLink(
  app: Pick<Core, 'commit' | 'clock' | 'config' | 'secrets'>,
  by: UserId,
  id: string,
  origin: string,
): Promise<ResetLink> {
  const userId = isId('user', id) ? id : refuse('user_not_found');
  return app.commit(async (work) => {
    const { tx, audit } = work;
    await lockAsAdmin(tx, by);
    await lockUser(tx, userId);
    if ((await findPerson(tx, userId)) === null) refuse('user_not_found');
    const { role, disabled_at, is_demo: isDemo } = await findAccount(tx, userId);
    if (isDemo || (role === 'admin' && disabled_at === null && userId !== by)) refuse('not_allowed');
    const made = await makeLink(tx, { kind: 'reset', userId, nowMs: app.clock.now(), lastsMs: resetMs });
    await audit('person.reset_link_made', { memberId: userId });
    await tellOf(work, app, [userId], { kind: 'reset_link_made', by });
    return { url: `${app.config.baseUrl ?? origin}/reset#${made.token}`, expiresAt: made.expiresAt.toISOString() };
  });
}
