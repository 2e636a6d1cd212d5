import { isId, type MessageReaction } from '@parley/protocol';
import { findUsers } from '../../../accounts/users/queries.ts';
import { refuse } from '../../../platform/routing/refusal.ts';
import type { App } from '../../conversations/app.ts';
import { requireMember } from '../../conversations/require-member.ts';
import { findMessage } from '../../transcript/queries.ts';
import type { OfMessage } from '../edit/lock-message.ts';
import { listReactions } from './reaction-queries.ts';

/** Returns who reacted to a message and how, in the order in which they did. */
export async function readReactions(
  { storage: { db } }: Pick<App, 'storage'>,
  { userId, conversationId, messageId }: OfMessage,
): Promise<{ items: MessageReaction[] }> {
  const conversation = await requireMember(db, userId, conversationId);
  if (!isId('message', messageId)) return refuse('message_not_found');
  const message = await findMessage(db, conversation.conversation_id, messageId);
  if (message === null) return refuse('message_not_found');
  const reactions = await listReactions(db, messageId);
  const users = await findUsers(db, [...new Set(reactions.map((reaction) => reaction.userId))]);
  const handles = new Map(users.map((user) => [user.user_id, user.handle]));
  return {
    items: reactions.flatMap((reaction) => {
      const handle = handles.get(reaction.userId);
      return handle === undefined ? [] : [{ ...reaction, handle }];
    }),
  };
}
