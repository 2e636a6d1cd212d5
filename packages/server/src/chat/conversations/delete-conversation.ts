import type { ConversationId, UserId } from '@parley/protocol';
import type { App } from './app.ts';
import type { TranscriptWork } from './transcript-work.ts';
import { endLane } from '../../engine/deliveries/end-lane-queries.ts';
import { refuse } from '../../platform/routing/refusal.ts';
import type { PeopledConversationRow } from './queries.ts';
import { lockAsMember } from './require-member.ts';
import { markDeleted } from './queries.ts';
import type { Work } from '../../platform/signals/work.ts';

/** Ends what later folders keep for a deleted conversation, in the same transaction. */
export type EndRoom = (work: TranscriptWork, conversationId: ConversationId) => Promise<void>;

/** Deletes a conversation for everyone. Only its creator may do so. Its open deliveries end as failed. */
export async function deleteConversation(
  { commit, clock }: Pick<App, 'commit' | 'clock'>,
  userId: UserId,
  conversationId: string,
  endRoom: EndRoom,
): Promise<void> {
  await commit(async (work) => {
    const own = await lockAsMember(work.tx, userId, conversationId);
    if (own.creator_user_id !== userId)
      refuse('not_allowed', { message: 'Only its creator may delete a conversation.' });
    await closeConversation(work, own, new Date(clock.now()));
    await endRoom(work, own.conversation_id);
    await work.audit('conversation.deleted', { conversationId: own.conversation_id });
  });
}

/** Marks a locked conversation as deleted, ends its deliveries, and emits the signals. */
export async function closeConversation(work: Work, conversation: PeopledConversationRow, now: Date): Promise<void> {
  await markDeleted(work.tx, conversation.conversation_id, now);
  tellClosed(work, conversation, (await endLane(work.tx, conversation.conversation_id, now)).length);
}

/** Signals that a conversation ended for its agent. `ended` is the number of deliveries that ended with it. */
export function tellClosed({ tell, signal }: Work, conversation: PeopledConversationRow, ended: number): void {
  const { conversation_id: conversationId, agent_id: agentId } = conversation;
  tell(conversation.people, 'conversationUpdated', { conversationId });
  if (agentId) signal([{ to: 'servers', type: 'laneEnded', agentId, conversationId, ended }]);
}
