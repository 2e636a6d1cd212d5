import type { ChangePasswordBody, UserId } from '@parley/protocol';
import type { Core } from '../../platform/routing/core.ts';
import type { Act } from '../../platform/audit/act.ts';
import { refuse } from '../../platform/routing/refusal.ts';
import type { RevokeIssued } from './delete-token.ts';
import { tellStreams } from './end-sessions.ts';
import { findAccount } from './account-queries.ts';
import { mayUsePassword } from './may-use-password.ts';
import { hashPassword, passwordFits } from './password.ts';
import type { Proof } from '../../platform/routing/proof.ts';
import { updatePassword } from './password-queries.ts';
import { findUsers } from './queries.ts';
import { deleteOtherSessions } from './session-queries.ts';
import { deleteTokensOf } from './token-queries.ts';

/**
 * Changes a password, and ends everything that the old one opened: other sessions, all tokens, and the credentials that
 * tokens created unless they are to be kept. Takes effect only if the password is still the one that was verified, so
 * of two concurrent changes the second is refused.
 */
export async function changePassword(
  app: Pick<Core, 'config' | 'commit' | 'storage' | 'clock' | 'hub' | 'audit'>,
  { userId, proof }: { readonly userId: UserId; readonly proof: Proof },
  { currentPassword, newPassword, keepCredentials = false }: ChangePasswordBody,
  revokeIssued: RevokeIssued,
  act: Act,
): Promise<void> {
  if (!mayUsePassword(app.config, await findAccount(app.storage.db, userId))) refuse('signup_closed');
  const [user] = await findUsers(app.storage.db, [userId]);
  const from = user?.password_hash ?? null;
  if (from === null || !(await passwordFits(currentPassword, from))) {
    await app.audit.refused(act, 'password.refused', { userId });
    return refuseWrong();
  }
  const to = await hashPassword(newPassword);
  await app.commit(async (work) => {
    const { tx, audit } = work;
    if (!(await updatePassword(tx, { userId, from, to, session: proof.hash }))) refuseWrong();
    await Promise.all([deleteOtherSessions(tx, userId, proof.hash), deleteTokensOf(tx, userId)]);
    if (!keepCredentials) await revokeIssued(work, { userId }, new Date(app.clock.now()));
    await audit('password.changed', keepCredentials ? { keepCredentials } : {});
  });
  tellStreams(app, userId);
}

function refuseWrong(): never {
  return refuse('password_wrong', { path: '/currentPassword' });
}
