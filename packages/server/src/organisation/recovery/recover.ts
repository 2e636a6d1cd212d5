import type { RevokeIssued } from '../../accounts/users/delete-token.ts';
import { findAccount, setRole } from '../../accounts/users/account-queries.ts';
import { hashPassword } from '../../accounts/users/password.ts';
import { setPassword } from '../../accounts/users/password-queries.ts';
import { findUsers, type UserRow } from '../../accounts/users/queries.ts';
import type { Account } from '../../accounts/users/account.ts';
import { hashToken, startSession } from '../../accounts/users/start-session.ts';
import type { App } from '../../chat/conversations/app.ts';
import { refuse } from '../../platform/routing/refusal.ts';
import { endOtherWays } from '../identities/end-other-ways.ts';
import { deleteLinksOf, findLink, takeLink } from '../links/link-queries.ts';
import { tellAdminsOf } from '../notices/tell-of.ts';
import { enablePerson } from '../people/disable-person.ts';
import { endAccess } from '../people/end-sessions-of.ts';
import { lockAdmins } from '../roles/lock-admins.ts';

type RecoverApp = Pick<App, 'storage' | 'commit' | 'clock' | 'config' | 'secrets'>;

/** Makes a person an active administrator with a new password, by a link that was made at the machine. */
export async function recover(
  app: RecoverApp,
  { token, password }: { readonly token: string; readonly password: string },
  userAgent: string | undefined,
  revokeIssued: RevokeIssued,
): Promise<{ user: UserRow; account: Account; token: string | null }> {
  const hash = hashToken(token);
  const now = () => new Date(app.clock.now());
  if ((await findLink(app.storage.db, 'recovery', hash, now())) === null) return refuse('recovery_invalid');
  const passwordHash = await hashPassword(password);
  return app.commit(async (work) => {
    const { tx, audit } = work;
    await lockAdmins(tx);
    const { user_id: userId } = (await takeLink(tx, 'recovery', hash, now())) ?? refuse('recovery_invalid');
    await endAccess(work, userId, now(), revokeIssued, userId);
    if ((await findAccount(tx, userId)).disabled_at !== null) await enablePerson(work, { userId, by: userId });
    await endOtherWays(work, userId, userId);
    await setPassword(tx, userId, passwordHash);
    await setRole(tx, userId, 'admin', 'manual');
    await deleteLinksOf(tx, userId, ['recovery', 'reset', 'email']);
    await audit('person.recovered', {}, userId);
    await tellAdminsOf(work, app, [userId], { kind: 'recovered', by: null });
    const [user] = await findUsers(tx, [userId]);
    const session = await startSession(tx, { userId, nowMs: app.clock.now(), userAgent });
    return { user: user ?? refuse('recovery_invalid'), account: await findAccount(tx, userId), token: session };
  });
}
