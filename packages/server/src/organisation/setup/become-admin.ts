import type { SetupBody } from '@parley/protocol';
import type { Account } from '../../accounts/users/account.ts';
import { findAccount, hasActiveAdmin, setRole } from '../../accounts/users/account-queries.ts';
import { lockProof } from '../../accounts/users/lock-proof.ts';
import { signUp, type SignUpGate } from '../../accounts/users/sign-up.ts';
import { hashToken } from '../../accounts/users/start-session.ts';
import type { Core } from '../../platform/routing/core.ts';
import { refuse } from '../../platform/routing/refusal.ts';
import type { Caller } from '../../platform/routing/route.ts';
import type { Db, Tx } from '../../platform/storage/storage.ts';
import { lockAdmins } from '../roles/lock-admins.ts';
import { deleteSetupLink, isSetupLink } from './setup-queries.ts';

type SetupApp = Pick<Core, 'storage' | 'commit' | 'clock'>;

/** Makes a signed-in person the first administrator, by the token of the set-up link. */
export async function becomeAdmin(app: SetupApp, { userId, proof }: Caller, token: string): Promise<Account> {
  return app.commit(async ({ tx, audit }) => {
    await useLink(app, tx, token);
    if ((await lockProof(tx, proof, new Date(app.clock.now()))) === null) refuse('unauthenticated');
    const { is_demo: isDemo } = await findAccount(tx, userId);
    if (isDemo) refuse('not_allowed', { message: 'The person of the demo cannot be an administrator.' });
    await setRole(tx, userId, 'admin', 'manual');
    await audit('person.became_admin');
    return findAccount(tx, userId);
  });
}

/** Signs up the first administrator, by the token of the set-up link. A handle that is taken leaves the link usable. */
export function signUpAdmin(
  app: SetupApp,
  { token, ...profile }: SetupBody,
  userAgent: string | undefined,
): ReturnType<typeof signUp> {
  const { handle, displayName, password, locale, timezone } = profile;
  if (handle === undefined) return refuseMissing('handle');
  if (displayName === undefined) return refuseMissing('displayName');
  if (password === undefined) return refuseMissing('password');
  const gate: SignUpGate = {
    check: () => checkLink(app, app.storage.db, token),
    // The hash of the password takes a while, in which another may have used the link.
    enter: (tx) => useLink(app, tx, token),
    async settle({ tx, audit }, userId) {
      await setRole(tx, userId, 'admin', 'manual');
      await audit('person.became_admin', {}, userId);
    },
  };
  return signUp(app, { handle, displayName, password, locale, timezone }, userAgent, gate);
}

async function useLink(app: SetupApp, tx: Tx, token: string): Promise<void> {
  await lockAdmins(tx);
  await checkLink(app, tx, token);
  await deleteSetupLink(tx);
}

async function checkLink({ clock }: SetupApp, db: Db | Tx, token: string): Promise<void> {
  const isUsable = await isSetupLink(db, hashToken(token), new Date(clock.now()));
  if (!isUsable || (await hasActiveAdmin(db))) refuse('setup_closed');
}

function refuseMissing(field: string): never {
  return refuse('malformed_request', { path: `/${field}`, message: 'A required field is missing.' });
}
