import type { ListedConversation, UserId } from '@parley/protocol';
import type { App } from './app.ts';
import { updateHearing } from './hearing-queries.ts';
import { lockAsMember } from './require-member.ts';
import { presentConversation } from './present.ts';
import { updateTitle } from './queries.ts';

interface ConversationChange {
  /** Null removes the title. */
  readonly title?: string | null | undefined;
  readonly agentHears?: ListedConversation['agentHears'] | undefined;
}

/**
 * Sets the title of a conversation, or which messages its agent gets, for all members. What is left out stays. This
 * writes no message, is no activity, and the agent gets no delivery.
 */
export async function updateConversation(
  { commit }: Pick<App, 'commit'>,
  userId: UserId,
  conversationId: string,
  { title, agentHears }: ConversationChange,
): Promise<{ item: ListedConversation }> {
  return commit(async ({ tx, tell }) => {
    const conversation = await lockAsMember(tx, userId, conversationId);
    const { conversation_id: id } = conversation;
    if (title !== undefined) await updateTitle(tx, id, title, userId);
    if (agentHears !== undefined) await updateHearing(tx, id, agentHears);
    tell(conversation.people, 'conversationUpdated', { conversationId: id });
    return presentConversation(tx, userId, conversationId);
  });
}
