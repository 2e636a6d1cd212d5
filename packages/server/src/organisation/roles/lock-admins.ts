import { lockName } from '../../platform/storage/lock-name.ts';
import type { Tx } from '../../platform/storage/storage.ts';

/**
 * Locks the set of active administrators until the end of the transaction. Everything that makes, demotes, disables or
 * erases one takes it first, on whichever server, so that of two the second sees what the first did.
 */
export function lockAdmins(tx: Tx): Promise<void> {
  return lockName(tx, 'administrators');
}
