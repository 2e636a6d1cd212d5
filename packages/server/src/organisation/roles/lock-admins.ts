import type { UserId } from '@parley/protocol';
import { findAccount } from '../../accounts/users/account-queries.ts';
import { refuse } from '../../platform/routing/refusal.ts';
import { lockName } from '../../platform/storage/lock-name.ts';
import type { Tx } from '../../platform/storage/storage.ts';

/**
 * Locks the set of active administrators until the end of the transaction. Everything that makes, demotes, disables or
 * erases one takes it first, on whichever server, so that of two the second sees what the first did.
 */
export function lockAdmins(tx: Tx): Promise<void> {
  return lockName(tx, 'administrators');
}

/** Does the same for an administrator who acts. Refuses with `admin_required` if they have stopped being one meanwhile. */
export async function lockAsAdmin(tx: Tx, actorId: UserId): Promise<void> {
  await lockAdmins(tx);
  const actor = await findAccount(tx, actorId);
  if (actor.role !== 'admin' || actor.disabled_at !== null) refuse('admin_required');
}
