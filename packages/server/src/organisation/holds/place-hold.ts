import { isId, type ConversationId, type HoldTarget, type UserId } from '@parley/protocol';
import { countOtherHolds, putHold } from '../../accounts/holds/hold-queries.ts';
import { lockUser } from '../../accounts/users/queries.ts';
import { findPerson } from '../../accounts/users/people-queries.ts';
import type { App } from '../../chat/conversations/app.ts';
import { isKnownConversation } from '../../chat/conversations/count-queries.ts';
import { refuse } from '../../platform/routing/refusal.ts';
import type { Tx } from '../../platform/storage/storage.ts';
import { lockAsAdmin } from '../roles/lock-admins.ts';

const holdsMax = 1_000;

/** A target of a hold. */
interface Target {
  readonly type: HoldTarget;
  readonly id: UserId | ConversationId;
}

/**
 * Places a legal hold on a person or a conversation, also on one that was deleted and is not erased yet. Who erases a
 * person locks their row too, so that one of the two sees the other.
 */
export async function placeHold(
  { commit, clock }: Pick<App, 'commit' | 'clock'>,
  by: UserId,
  targetId: string,
  reason: string,
): Promise<void> {
  await commit(async ({ tx, audit }) => {
    await lockAsAdmin(tx, by);
    const { type, id } = await findTarget(tx, targetId);
    if ((await countOtherHolds(tx, id)) >= holdsMax) refuse('quota_exceeded');
    await putHold(tx, {
      target_id: id,
      target_type: type,
      reason,
      created_by: by,
      created_at: new Date(clock.now()),
    });
    await (type === 'user'
      ? audit('person.held', { memberId: id })
      : audit('conversation.held', { conversationId: id }));
  });
}

async function findTarget(tx: Tx, targetId: string): Promise<Target> {
  if (isId('user', targetId)) {
    await lockUser(tx, targetId);
    const person = await findPerson(tx, targetId);
    if (person === null || person.status === 'erasing' || person.status === 'erased') refuse('user_not_found');
    return { type: 'user', id: targetId };
  }
  if (isId('conversation', targetId) && (await isKnownConversation(tx, targetId)))
    return { type: 'conversation', id: targetId };
  return refuse(targetId.startsWith('cnv_') ? 'conversation_not_found' : 'user_not_found');
}
