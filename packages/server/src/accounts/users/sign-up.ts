import { newId, type SignUpBody, type UserId } from '@parley/protocol';
import type { Core } from '../../platform/routing/core.ts';
import { refuse } from '../../platform/routing/refusal.ts';
import type { Work } from '../../platform/signals/work.ts';
import type { Tx } from '../../platform/storage/storage.ts';
import type { Account } from './account.ts';
import { findAccount } from './account-queries.ts';
import { hashPassword } from './password.ts';
import { insertUser, type UserRow } from './queries.ts';
import { startSession } from './start-session.ts';

/** Decides who may sign up, and what a new account begins with. Passed in, because it belongs to a folder further right. */
export interface SignUpGate {
  /** Refuses before the password is hashed. */
  check(): Promise<void>;
  /** Refuses in the transaction, before the handle is looked at. */
  enter(tx: Tx): Promise<void>;
  /** Records what the new account begins with. */
  settle(work: Work, userId: UserId): Promise<void>;
}

/** Creates a person and signs them in. */
export async function signUp(
  { commit, clock }: Pick<Core, 'commit' | 'clock'>,
  input: SignUpBody,
  userAgent: string | undefined,
  gate: SignUpGate,
): Promise<{ user: UserRow; account: Account; token: string | null }> {
  await gate.check();
  const passwordHash = await hashPassword(input.password);
  return commit(async (work) => {
    const { tx } = work;
    await gate.enter(tx);
    const user: UserRow = {
      user_id: newId('user', clock.now()),
      handle: input.handle,
      display_name: input.displayName,
      password_hash: passwordHash,
      locale: input.locale ?? 'en',
      timezone: input.timezone ?? 'UTC',
      created_at: new Date(clock.now()),
    };
    if (!(await insertUser(tx, user))) refuse('handle_taken', { path: '/handle' });
    await work.audit('user.signed_up', {}, user.user_id);
    await gate.settle(work, user.user_id);
    const token = await startSession(tx, { userId: user.user_id, nowMs: clock.now(), userAgent });
    return { user, account: await findAccount(tx, user.user_id), token };
  });
}
