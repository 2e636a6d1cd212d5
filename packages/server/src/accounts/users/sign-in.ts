import type { SignInBody, UserId } from '@parley/protocol';
import type { Core } from '../../platform/routing/core.ts';
import type { Act } from '../../platform/audit/act.ts';
import { refuse } from '../../platform/routing/refusal.ts';
import { mayUsePassword } from './may-use-password.ts';
import { passwordFits } from './password.ts';
import type { Account } from './account.ts';
import type { Work } from '../../platform/signals/work.ts';
import { findByHandle } from './account-queries.ts';
import type { UserRow } from './queries.ts';
import { startSession } from './start-session.ts';

/** What else a sign-in does in its transaction. Passed in, because it belongs to a folder further right. */
export type AlsoAtSignIn = (work: Work, userId: UserId) => Promise<void>;

/** The password was changed while it was being verified. */
class PasswordChanged extends Error {}

/**
 * Signs a person in. Every failure gives the same answer after the same amount of work; that a person is disabled, or
 * does not sign in by password, is one of them, and the right password does not show it.
 */
export async function signIn(
  { config, storage, commit, clock, audit }: Pick<Core, 'config' | 'storage' | 'commit' | 'clock' | 'audit'>,
  { handle, password }: SignInBody,
  userAgent: string | undefined,
  act: Act,
  also: AlsoAtSignIn,
): Promise<{ user: UserRow & Account; token: string }> {
  const user = await findByHandle(storage.db, handle.replaceAll('\0', ''));
  const isActive = user !== null && user.disabled_at === null && mayUsePassword(config, user);
  const fits = await passwordFits(password, isActive ? user.password_hash : null);
  const refuseIt = async (): Promise<never> => {
    await audit.refused(act, 'session.refused', user === null ? { typed: handle } : { userId: user.user_id });
    return refuse('sign_in_failed');
  };
  if (!isActive || !fits) return refuseIt();
  const { user_id: userId, password_hash: passwordHash } = user;
  const token = await commit(async (work) => {
    // First, because it may lock the person for more than the session does.
    await also(work, userId);
    const started = await startSession(work.tx, { userId, nowMs: clock.now(), userAgent, passwordHash });
    if (started === null) throw new PasswordChanged();
    await work.audit('session.opened', {}, userId);
    return started;
  }).catch((error: unknown) => {
    if (error instanceof PasswordChanged) return null;
    throw error;
  });
  return token === null ? refuseIt() : { user, token };
}
