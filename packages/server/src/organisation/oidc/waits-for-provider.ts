import type { UserId } from '@parley/protocol';
import { findUsers } from '../../accounts/users/queries.ts';
import type { Tx } from '../../platform/storage/storage.ts';
import { findSignIns } from '../identities/ways-of-signing-in.ts';
import { findScimRows } from '../scim/scim-queries.ts';
import { isOfDomain, type Claims } from './claims.ts';
import type { Provider } from './provider.ts';

/**
 * Returns whether a directory made this account for a first sign-in by this provider: SCIM provisions it, there is no
 * way of signing in to it yet, and the operator names the domain of its address for the provider. Nobody could prove
 * more by signing in to it first, which is how other accounts are linked by their address.
 */
export async function waitsForProvider(tx: Tx, { entry }: Provider, userId: UserId, claims: Claims): Promise<boolean> {
  if (!isOfDomain(entry, claims)) return false;
  if (!(await findScimRows(tx, [userId])).has(userId)) return false;
  const [user] = await findUsers(tx, [userId]);
  if (user === undefined) return false;
  const { password, passkeys, providers } = (await findSignIns(tx, [user]))(user);
  return !password && passkeys === 0 && providers.length === 0;
}
