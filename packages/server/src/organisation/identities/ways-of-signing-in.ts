import type { AdminPerson, IdentityId, PasskeyId, UserId } from '@parley/protocol';
import { findAccount } from '../../accounts/users/account-queries.ts';
import { mayUsePassword } from '../../accounts/users/may-use-password.ts';
import { noPassword } from '../../accounts/users/password.ts';
import { findUsers } from '../../accounts/users/queries.ts';
import type { PersonRow } from '../../accounts/users/people-queries.ts';
import type { Core } from '../../platform/routing/core.ts';
import type { Db, Tx } from '../../platform/storage/storage.ts';
import type { Providers } from '../oidc/providers.ts';
import { countPasskeysOf, listPasskeys } from '../passkeys/passkey-queries.ts';
import { passkeyHost } from '../passkeys/relying-party.ts';
import { findProvidersOf, listIdentities } from './identity-queries.ts';

/** Returns whether a person can sign in without one of their ways: an identity or a passkey with this id. */
export async function hasOtherWay(
  { config }: Pick<Core, 'config'>,
  tx: Tx,
  providers: Providers,
  userId: UserId,
  without: IdentityId | PasskeyId,
): Promise<boolean> {
  const [user] = await findUsers(tx, [userId]);
  const hasPassword = user !== undefined && user.password_hash !== noPassword;
  if (hasPassword && mayUsePassword(config, await findAccount(tx, userId))) return true;
  const identities = await listIdentities(tx, userId);
  // A provider that the operator has removed signs nobody in.
  if (identities.some((one) => one.identity_id !== without && providers.find(one.provider_id) !== null)) return true;
  // Nor does a passkey of another host name.
  const host = passkeyHost(config);
  return (await listPasskeys(tx, userId)).some((one) => one.passkey_id !== without && one.rp_id === host);
}

type SignIn = AdminPerson['signIn'];

/** Returns how each of these people signs in, as administrators see it. */
export async function findSignIns(
  db: Db | Tx,
  people: readonly Pick<PersonRow, 'user_id' | 'password_hash'>[],
): Promise<(row: Pick<PersonRow, 'user_id' | 'password_hash'>) => SignIn> {
  const ids = people.map((row) => row.user_id);
  const providers = await findProvidersOf(db, ids);
  const passkeys = await countPasskeysOf(db, ids);
  return (row) => ({
    password: row.password_hash !== noPassword,
    passkeys: passkeys.get(row.user_id) ?? 0,
    providers: providers.get(row.user_id) ?? [],
  });
}
