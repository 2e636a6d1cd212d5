import type { ListedConversation, UserId } from '@parley/protocol';
import type { App } from './app.ts';
import { lockOwnRoom } from './own-room.ts';
import { presentRoom } from './present.ts';
import { updateTitle } from './queries.ts';

/** Names a room for everyone in it, or takes its name away. It writes no message and is no activity; the agent is not told. */
export async function renameConversation(
  { commit }: Pick<App, 'commit'>,
  userId: UserId,
  conversationId: string,
  title: string | null,
): Promise<{ item: ListedConversation }> {
  return commit(async ({ tx, tell }) => {
    const room = await lockOwnRoom(tx, userId, conversationId);
    await updateTitle(tx, room.conversation_id, title);
    tell(room.people, 'conversationUpdated', { conversationId: room.conversation_id });
    return presentRoom(tx, userId, conversationId);
  });
}
