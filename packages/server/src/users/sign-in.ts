import type { SignInBody } from '@parley/protocol';
import type { App } from '../app.ts';
import { refuse } from '../refusal.ts';
import { passwordFits } from './password.ts';
import { findUserByHandle, type UserRow } from './queries.ts';
import { startSession } from './start-session.ts';

/** Signs a person in. Every failure is one answer after the same work. */
export async function signIn(
  { storage, clock }: Pick<App, 'storage' | 'clock'>,
  { handle, password }: SignInBody,
): Promise<{ user: UserRow; token: string }> {
  const user = await findUserByHandle(storage.db, handle.replaceAll('\0', ''));
  const fits = await passwordFits(password, user?.password_hash ?? null);
  if (!user || !fits) return refuse('sign_in_failed');
  return { user, token: await startSession(storage.db, user.user_id, clock.now()) };
}
