import type { UserId } from '@parley/protocol';
import type { Tx } from '../../platform/storage/storage.ts';
import { deleteIdentitiesOf } from './identity-queries.ts';
import { deletePendingOf } from './pending-queries.ts';

/** Ends every way of signing in but the password: identities, and those that wait to be linked. */
export async function endOtherWays(tx: Tx, userId: UserId): Promise<void> {
  await deleteIdentitiesOf(tx, userId);
  await deletePendingOf(tx, userId);
}
