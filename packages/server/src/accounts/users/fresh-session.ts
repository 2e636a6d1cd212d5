import { limits, type UserId } from '@parley/protocol';
import type { Core } from '../../platform/routing/core.ts';
import type { Act } from '../../platform/audit/act.ts';
import { refuse } from '../../platform/routing/refusal.ts';
import type { Caller } from '../../platform/routing/route.ts';
import { findAccount } from './account-queries.ts';
import { mayUsePassword } from './may-use-password.ts';
import { passwordFits } from './password.ts';
import { findUsers } from './queries.ts';
import { isSessionSince } from './session-queries.ts';

/** What a call by an old session gives to be taken as by a fresh one. */
export interface FreshProof {
  readonly password: string | undefined;
  /** Returns whether the passkey that the call gives is the person's; null if it gives none. */
  readonly byPasskey: (() => Promise<boolean>) | null;
}

/**
 * Refuses a call by a session that is not fresh: older than 10 minutes, and without the person's password or passkey.
 * `attempt` counts either as an attempt to sign in, and refuses where there were too many.
 */
export async function requireFresh(
  { config, storage, clock, audit }: Pick<Core, 'config' | 'storage' | 'clock' | 'audit'>,
  { userId, proof }: Pick<Caller, 'userId' | 'proof'>,
  { password, byPasskey }: FreshProof,
  attempt: () => void,
  act: Act,
): Promise<void> {
  if (proof.kind === 'token') refuse('session_required');
  const since = new Date(clock.now() - limits.freshSessionMinutes * 60_000);
  if (await isSessionSince(storage.db, proof.hash, since)) return;
  if (password === undefined && byPasskey === null) return refuse('recent_sign_in_required');
  attempt();
  const isProven =
    password === undefined ? await byPasskey?.() : await isPasswordOf({ config, storage }, userId, password);
  if (isProven) return;
  await audit.refused(act, 'password.refused', { userId });
  if (password !== undefined) refuse('password_wrong', { path: '/password' });
  refuse('password_wrong', { path: '/passkey', message: 'This passkey is not yours, or was used already.' });
}

async function isPasswordOf(
  { config, storage }: Pick<Core, 'config' | 'storage'>,
  userId: UserId,
  password: string,
): Promise<boolean> {
  const [user] = await findUsers(storage.db, [userId]);
  const mayUse = mayUsePassword(config, await findAccount(storage.db, userId));
  return passwordFits(password, mayUse ? (user?.password_hash ?? null) : null);
}
