import type { RedeemResetBody } from '@parley/protocol';
import { findAccount } from '../../accounts/users/account-queries.ts';
import type { RevokeIssued } from '../../accounts/users/delete-token.ts';
import { mayUsePassword } from '../../accounts/users/may-use-password.ts';
import { hashPassword } from '../../accounts/users/password.ts';
import { lockUser } from '../../accounts/users/queries.ts';
import { setPassword } from '../../accounts/users/password-queries.ts';
import { hashToken } from '../../accounts/users/start-session.ts';
import type { Core } from '../../platform/routing/core.ts';
import { refuse } from '../../platform/routing/refusal.ts';
import { endOtherWays } from '../identities/end-other-ways.ts';
import { deleteLinksOf, findLink, takeLink } from '../links/link-queries.ts';
import { endAccess } from '../people/end-sessions-of.ts';

/**
 * Sets a new password by a link, and ends everything that the old one opened. The link and all other reset links of the
 * person are used up.
 */
export async function redeemReset(
  app: Pick<Core, 'config' | 'storage' | 'commit' | 'clock'>,
  { token, password, keepSignIn = false }: RedeemResetBody,
  revokeIssued: RevokeIssued,
): Promise<void> {
  const hash = hashToken(token);
  const now = () => new Date(app.clock.now());
  // Looked up before the password is hashed, so that guessing costs the server little. Where passwords are off, an unknown link is refused as one of a person who has none.
  const invalid = app.config.passwordSignIn === 'on' ? 'reset_invalid' : 'signup_closed';
  const found = (await findLink(app.storage.db, 'reset', hash, now())) ?? refuse(invalid);
  const passwordHash = await hashPassword(password);
  await app.commit(async (work) => {
    const { tx, audit } = work;
    // Before the link: whoever redeems another link of the person deletes this one, under the same lock.
    await lockUser(tx, found.user_id);
    const { user_id: userId } = (await takeLink(tx, 'reset', hash, now())) ?? refuse('reset_invalid');
    await endAccess(work, userId, now(), revokeIssued, userId);
    const account = await findAccount(tx, userId);
    if (account.disabled_at !== null) refuse('reset_invalid');
    if (!mayUsePassword(app.config, account)) refuse('signup_closed');
    if (!keepSignIn) await endOtherWays(work, userId, userId);
    await setPassword(tx, userId, passwordHash);
    await deleteLinksOf(tx, userId, ['reset']);
    await audit('password.reset', keepSignIn ? { keepSignIn } : {}, userId);
  });
}
