import type { UserId } from '@parley/protocol';
import type { Tx } from '../../platform/storage/storage.ts';
import { deleteIdentitiesOf } from './identity-queries.ts';
import { deleteChallengesOf } from '../passkeys/challenge-queries.ts';
import { deletePasskeysOf } from '../passkeys/passkey-queries.ts';
import { deletePendingOf } from './pending-queries.ts';

/** Ends every way of signing in but the password: identities, passkeys, and those that wait to be added. */
export async function endOtherWays(tx: Tx, userId: UserId): Promise<void> {
  await deleteIdentitiesOf(tx, userId);
  await deletePendingOf(tx, userId);
  await deletePasskeysOf(tx, userId);
  await deleteChallengesOf(tx, userId);
}
