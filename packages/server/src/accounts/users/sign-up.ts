import { newId, type SignUpBody } from '@parley/protocol';
import type { Core } from '../../platform/routing/core.ts';
import { refuse } from '../../platform/routing/refusal.ts';
import { hashPassword } from './password.ts';
import { insertUser, type UserRow } from './queries.ts';
import { startSession } from './start-session.ts';

/** Creates a person and signs them in. */
export async function signUp(
  { storage, clock, config }: Pick<Core, 'storage' | 'clock' | 'config'>,
  input: SignUpBody,
  userAgent: string | undefined,
): Promise<{ user: UserRow; token: string | null }> {
  if (config.signup === 'closed') refuse('signup_closed');
  const passwordHash = await hashPassword(input.password);
  return storage.transaction(async (tx) => {
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
    return { user, token: await startSession(tx, { userId: user.user_id, nowMs: clock.now(), userAgent }) };
  });
}
