import type { UserId } from '@parley/protocol';
import type { Tx } from '../storage/storage.ts';
import { findBlocked } from './block-queries.ts';
import { findUsersToSeat, type UserRow } from './queries.ts';

/**
 * Those of these people with whom this one may be put into a conversation: who exist, and neither of the two has blocked the other. Their
 * rows are held, so that a block that comes meanwhile waits; one that came before is seen, because it is looked for behind the lock.
 */
export async function findSeatable(
  tx: Tx,
  userId: UserId,
  others: readonly UserId[],
): Promise<ReadonlyMap<UserId, UserRow>> {
  if (others.length === 0) return new Map();
  const [users, blocked] = await Promise.all([
    findUsersToSeat(tx, [userId, ...others]),
    findBlocked(tx, userId, others),
  ]);
  return new Map(users.filter(({ user_id }) => !blocked.has(user_id)).map((user) => [user.user_id, user]));
}
