import type { ChangePasswordBody, UserId } from '@parley/protocol';
import type { Core } from '../routing/core.ts';
import { refuse } from '../routing/refusal.ts';
import { tellStreams } from './end-sessions.ts';
import { hashPassword, passwordFits } from './password.ts';
import type { Proof } from '../routing/proof.ts';
import { updatePassword } from './password-queries.ts';
import { findUsers } from './queries.ts';
import { deleteOtherSessions } from './session-queries.ts';
import { deleteTokensOf } from './token-queries.ts';

/**
 * Changes a password, and ends whatever else was opened with the old one: other sessions and all tokens. It counts only where the
 * password is still the one that was judged, so of two changes at once the second is refused.
 */
export async function changePassword(
  app: Pick<Core, 'storage' | 'clock' | 'hub'>,
  { userId, proof }: { readonly userId: UserId; readonly proof: Proof },
  { currentPassword, newPassword }: ChangePasswordBody,
): Promise<void> {
  const [user] = await findUsers(app.storage.db, [userId]);
  const from = user?.password_hash ?? null;
  if (from === null || !(await passwordFits(currentPassword, from))) return refuseWrong();
  const to = await hashPassword(newPassword);
  await app.storage.transaction(async (tx) => {
    if (!(await updatePassword(tx, { userId, from, to, session: proof.hash }))) refuseWrong();
    await Promise.all([deleteOtherSessions(tx, userId, proof.hash), deleteTokensOf(tx, userId)]);
  });
  tellStreams(app, userId);
}

function refuseWrong(): never {
  return refuse('password_wrong', { path: '/currentPassword' });
}
