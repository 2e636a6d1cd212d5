import { isId, type ResetLink, type UserId } from '@parley/protocol';
import { mayUsePassword } from '../../accounts/users/may-use-password.ts';
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
    const person = (await findPerson(tx, userId)) ?? refuse('user_not_found');
    const isOtherAdmin = person.role === 'admin' && person.disabled_at === null && userId !== by;
    const isErased = person.status === 'erasing' || person.status === 'erased';
    if (person.is_demo || isOtherAdmin || isErased) refuse('not_allowed');
    if (!mayUsePassword(app.config, person)) refuse('signup_closed');
    const made = await makeLink(tx, { kind: 'reset', userId, nowMs: app.clock.now(), lastsMs: resetMs });
    await audit('person.reset_link_made', { memberId: userId });
    await tellOf(work, app, [userId], { kind: 'reset_link_made', by });
    return { url: `${origin}/reset#${made.token}`, expiresAt: made.expiresAt.toISOString() };
  });
}
