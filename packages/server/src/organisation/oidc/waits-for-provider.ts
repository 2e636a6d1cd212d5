import type { UserId } from '@parley/protocol';
import { findUsers } from '../../accounts/users/queries.ts';
import type { Core } from '../../platform/routing/core.ts';
import type { Tx } from '../../platform/storage/storage.ts';
import { findSignIns } from '../identities/ways-of-signing-in.ts';
import { findScimRows } from '../scim/scim-queries.ts';
import { isOfDomain, type Claims } from './claims.ts';
import type { Provider } from './provider.ts';

/**
 * Returns whether the first sign-in by this provider is the only way into this account: passwords are off, SCIM
 * provisions it, it has no other way in yet, and the operator names the domain of its address for the provider.
 * With passwords on its person gets one by a reset link first, as everybody does who is linked by their address.
 */
export async function waitsForProvider(
  { config }: Pick<Core, 'config'>,
  tx: Tx,
  { entry }: Provider,
  userId: UserId,
  claims: Claims,
): Promise<boolean> {
  if (config.passwordSignIn === 'on' || !isOfDomain(entry, claims)) return false;
  if (!(await findScimRows(tx, [userId])).has(userId)) return false;
  const [user] = await findUsers(tx, [userId]);
  if (user === undefined) return false;
  const { password, passkeys, providers } = (await findSignIns(tx, [user]))(user);
  return !password && passkeys === 0 && providers.length === 0;
}
