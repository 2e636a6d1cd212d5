import { isId, type UserId } from '@parley/protocol';
import type { Core } from '../../platform/routing/core.ts';
import { refuse } from '../../platform/routing/refusal.ts';
import type { Tx } from '../../platform/storage/storage.ts';
import { deleteBlock, insertBlock } from './block-queries.ts';
import { findUsers, lockUser } from './queries.ts';

/**
 * Blocks another person, or removes the block. Neither person is notified. Locks the blocker's row, which opening a
 * conversation with them also locks until its commit, so a conversation is opened either before the block or not at
 * all.
 */
export async function setBlock(
  { commit, clock }: Pick<Core, 'commit' | 'clock'>,
  userId: UserId,
  otherId: string,
  isBlocked: boolean,
): Promise<void> {
  if (otherId === userId) refuse('malformed_request', { message: 'Nobody can block themselves.' });
  await commit(async ({ tx, audit }) => {
    const other = await mustFind(tx, otherId);
    await audit(isBlocked ? 'person.blocked' : 'person.unblocked', { memberId: other });
    if (!isBlocked) return deleteBlock(tx, userId, other);
    await lockUser(tx, userId);
    return insertBlock(tx, userId, other, new Date(clock.now()));
  });
}

async function mustFind(tx: Tx, userId: string): Promise<UserId> {
  const [user] = isId('user', userId) ? await findUsers(tx, [userId]) : [];
  return user?.user_id ?? refuse('user_not_found');
}
