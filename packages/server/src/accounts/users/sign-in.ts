import type { SignInBody } from '@parley/protocol';
import type { Core } from '../../platform/routing/core.ts';
import type { Act } from '../../platform/audit/act.ts';
import { refuse } from '../../platform/routing/refusal.ts';
import { passwordFits } from './password.ts';
import type { Account } from './account.ts';
import { findByHandle } from './account-queries.ts';
import type { UserRow } from './queries.ts';
import { startSession } from './start-session.ts';

/**
 * Signs a person in. Every failure gives the same answer after the same amount of work; that a person is disabled is one
 * of them, and the right password does not show it.
 */
export async function signIn(
  { storage, commit, clock, audit }: Pick<Core, 'storage' | 'commit' | 'clock' | 'audit'>,
  { handle, password }: SignInBody,
  userAgent: string | undefined,
  act: Act,
): Promise<{ user: UserRow & Account; token: string }> {
  const user = await findByHandle(storage.db, handle.replaceAll('\0', ''));
  const isActive = user !== null && user.disabled_at === null;
  const fits = await passwordFits(password, isActive ? user.password_hash : null);
  const refuseIt = async (): Promise<never> => {
    await audit.refused(act, 'session.refused', user === null ? { typed: handle } : { userId: user.user_id });
    return refuse('sign_in_failed');
  };
  if (!isActive || !fits) return refuseIt();
  const { user_id: userId, password_hash: passwordHash } = user;
  const token = await commit(async (work) => {
    const started = await startSession(work.tx, { userId, nowMs: clock.now(), userAgent, passwordHash });
    if (started !== null) await work.audit('session.opened', {}, userId);
    return started;
  });
  return token === null ? refuseIt() : { user, token };
}
