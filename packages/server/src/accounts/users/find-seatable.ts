import type { UserId } from '@parley/protocol';
import type { Tx } from '../../platform/storage/storage.ts';
import { findBlocked } from './block-queries.ts';
import { findUsersToSeat, type UserRow } from './queries.ts';

/**
 * Returns those of these people that this person may add to a conversation: they exist and are not disabled, and
 * neither has blocked the other. Locks their rows, so that a later block waits; blocks are read after the lock, so an earlier one is seen.
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
