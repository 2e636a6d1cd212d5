import type { MessageReaction } from '@parley/protocol';
import { findUsers } from '../../../accounts/users/queries.ts';
import type { App } from '../../conversations/app.ts';
import type { OfMessage } from '../edit/lock-message.ts';
import { requireMessage } from '../read/require-message.ts';
import { listReactions } from './reaction-queries.ts';

/** Returns who reacted to a message and how, in the order in which they did. */
export async function readReactions(
  { storage: { db } }: Pick<App, 'storage'>,
  of: OfMessage,
): Promise<{ items: MessageReaction[] }> {
  const { message_id: messageId } = await requireMessage(db, of);
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
