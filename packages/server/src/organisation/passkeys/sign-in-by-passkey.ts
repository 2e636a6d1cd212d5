import type { PasskeyAssertion } from '@parley/protocol';
import { findAccount } from '../../accounts/users/account-queries.ts';
import type { Account } from '../../accounts/users/account.ts';
import { findUsers, lockUser, type UserRow } from '../../accounts/users/queries.ts';
import type { AlsoAtSignIn } from '../../accounts/users/sign-in.ts';
import { startSession } from '../../accounts/users/start-session.ts';
import type { Act } from '../../platform/audit/act.ts';
import type { Core } from '../../platform/routing/core.ts';
import { refuse } from '../../platform/routing/refusal.ts';
import { requireParty } from './begin-passkey.ts';
import { findNamed, provePasskey, usePasskey, type Proven } from './prove-passkey.ts';

type SignInApp = Pick<Core, 'config' | 'storage' | 'commit' | 'clock' | 'audit' | 'log'>;

interface Coming {
  readonly origin: string;
  readonly userAgent: string | undefined;
  readonly act: Act;
  readonly also: AlsoAtSignIn;
}

interface SignedIn {
  readonly user: UserRow;
  readonly account: Account;
  readonly token: string;
}

/** Signs in the person of a passkey. Every failure is the same answer as that of a wrong password. */
export async function signInByPasskey(app: SignInApp, response: PasskeyAssertion, coming: Coming): Promise<SignedIn> {
  const party = requireParty(app, coming.origin);
  const named = await findNamed(app, response);
  const proven = await provePasskey(app, party, response, named);
  const signedIn = proven === null ? null : await open(app, proven, coming);
  if (signedIn !== null) return signedIn;
  const who = named === null ? { typed: response.id } : { userId: named.user_id };
  await app.audit.refused(coming.act, 'session.refused', who);
  return refuse('sign_in_failed', { message: 'This passkey signs nobody in.' });
}

/** The transaction of a sign-in ends without one. */
class NotSignedIn extends Error {}

async function open(app: SignInApp, proven: Proven, { also, userAgent }: Coming): Promise<SignedIn | null> {
  const { user_id: userId, passkey_id: passkeyId } = proven.credential;
  return app
    .commit(async (work) => {
      const { tx, audit } = work;
      // First, because it may lock the person for more than the session does.
      await also(work, userId);
      await lockUser(tx, userId);
      const account = await findAccount(tx, userId);
      const [user] = await findUsers(tx, [userId]);
      if (user === undefined || account.disabled_at !== null) throw new NotSignedIn();
      if (!(await usePasskey(app, tx, proven))) throw new NotSignedIn();
      const token = await startSession(tx, { userId, nowMs: app.clock.now(), userAgent });
      if (token === null) throw new NotSignedIn();
      await audit('session.opened', { passkeyId }, userId);
      return { user, account, token };
    })
    .catch((error: unknown) => {
      if (error instanceof NotSignedIn) return null;
      throw error;
    });
}
