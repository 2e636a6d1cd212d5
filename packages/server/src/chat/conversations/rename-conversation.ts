import type { ListedConversation, UserId } from '@parley/protocol';
import type { App } from './app.ts';
import { lockAsMember } from './require-member.ts';
import { presentConversation } from './present.ts';
import { updateTitle } from './queries.ts';

/**
 * Sets or removes the title of a conversation, for all members. This writes no message, is no activity, and the agent
 * gets no delivery.
 */
export async function renameConversation(
  { commit }: Pick<App, 'commit'>,
  userId: UserId,
  conversationId: string,
  title: string | null,
): Promise<{ item: ListedConversation }> {
  return commit(async ({ tx, tell }) => {
    const conversation = await lockAsMember(tx, userId, conversationId);
    await updateTitle(tx, conversation.conversation_id, title);
    tell(conversation.people, 'conversationUpdated', { conversationId: conversation.conversation_id });
    return presentConversation(tx, userId, conversationId);
  });
}
