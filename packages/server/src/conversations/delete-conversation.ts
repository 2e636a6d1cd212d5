import type { UserId } from '@parley/protocol';
import type { App } from './app.ts';
import { endLane } from '../deliveries/log/lane-queries.ts';
import { refuse } from '../routing/refusal.ts';
import type { PeopledConversationRow } from './queries.ts';
import { lockAsMember } from './require-member.ts';
import { markDeleted } from './queries.ts';
import type { Work } from '../signals/work.ts';

/** Deletes a room for everyone, by its creator. What was still to be delivered ends as failed. */
export async function deleteConversation(
  { commit, clock }: Pick<App, 'commit' | 'clock'>,
  userId: UserId,
  conversationId: string,
): Promise<void> {
  await commit(async (work) => {
    const own = await lockAsMember(work.tx, userId, conversationId);
    if (own.creator_user_id !== userId)
      refuse('not_allowed', { message: 'Only its creator may delete a conversation.' });
    await closeConversation(work, own, new Date(clock.now()));
  });
}

/** Marks a locked room as gone and ends its deliveries, and tells of it. */
export async function closeConversation(work: Work, conversation: PeopledConversationRow, now: Date): Promise<void> {
  await markDeleted(work.tx, conversation.conversation_id, now);
  tellClosed(work, conversation, await endLane(work.tx, conversation.conversation_id));
}

/** Tells that the agent of a conversation has nothing more to do there: of so many deliveries that ended. */
export function tellClosed({ tell, signal }: Work, conversation: PeopledConversationRow, ended: number): void {
  const { conversation_id: conversationId, agent_id: agentId } = conversation;
  tell(conversation.people, 'conversationUpdated', { conversationId });
  if (agentId) signal([{ to: 'servers', type: 'laneEnded', agentId, conversationId, ended }]);
}
