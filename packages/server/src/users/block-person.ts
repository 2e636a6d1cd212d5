import { isId, type UserId } from '@parley/protocol';
import type { Core } from '../routing/core.ts';
import { refuse } from '../routing/refusal.ts';
import type { Tx } from '../storage/storage.ts';
import { deleteBlock, insertBlock } from './block-queries.ts';
import { findUsers, lockUser } from './queries.ts';

/**
 * Blocks a person for another, or ends that. Neither is told. Whoever opens a conversation with the one who blocks holds their row until
 * the commit, so a conversation is either there before the block or not at all.
 */
export async function setBlock(
  { storage, clock }: Pick<Core, 'storage' | 'clock'>,
  userId: UserId,
  otherId: string,
  isBlocked: boolean,
): Promise<void> {
  if (otherId === userId) refuse('malformed_request', { message: 'Nobody can block themselves.' });
  await storage.transaction(async (tx) => {
    const other = await mustFind(tx, otherId);
    if (!isBlocked) return deleteBlock(tx, userId, other);
    await lockUser(tx, userId);
    return insertBlock(tx, userId, other, new Date(clock.now()));
  });
}

async function mustFind(tx: Tx, userId: string): Promise<UserId> {
  const [user] = isId('user', userId) ? await findUsers(tx, [userId]) : [];
  return user?.user_id ?? refuse('user_not_found');
}
