import type { SignInBody } from '@parley/protocol';
import type { Core } from '../../platform/routing/core.ts';
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
  { storage, clock }: Pick<Core, 'storage' | 'clock'>,
  { handle, password }: SignInBody,
  userAgent: string | undefined,
): Promise<{ user: UserRow & Account; token: string }> {
  const user = await findByHandle(storage.db, handle.replaceAll('\0', ''));
  const isActive = user !== null && user.disabled_at === null;
  const fits = await passwordFits(password, isActive ? user.password_hash : null);
  if (!isActive || !fits) return refuse('sign_in_failed');
  const { user_id: userId, password_hash: passwordHash } = user;
  const token = await startSession(storage.db, { userId, nowMs: clock.now(), userAgent, passwordHash });
  return token === null ? refuse('sign_in_failed') : { user, token };
}
