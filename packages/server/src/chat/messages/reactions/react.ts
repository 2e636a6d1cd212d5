import { isEmoji, limits } from '@parley/protocol';
import type { App } from '../../conversations/app.ts';
import { refuse } from '../../../platform/routing/refusal.ts';
import type { TranscriptWork } from '../../conversations/transcript-work.ts';
import { lockMessage, type OfMessage } from '../edit/lock-message.ts';
import { deleteReaction, findKinds, insertReaction, type Reaction } from './reaction-queries.ts';

interface OfReaction extends OfMessage {
  readonly emoji: string;
}

type ReactApp = Pick<App, 'commit'>;

/** Adds a person's reaction to a message. Repeating it changes nothing. */
export function addReaction(app: ReactApp, of: OfReaction): Promise<void> {
  return change(app, of, async ({ tx }, reaction) => {
    const kinds = await findKinds(tx, reaction.messageId);
    if (!kinds.has(reaction.emoji) && kinds.size >= limits.reactionKinds) refuse('too_many_reactions');
    return insertReaction(tx, reaction);
  });
}

/** Takes a person's reaction back. Repeating it changes nothing. */
export function removeReaction(app: ReactApp, of: OfReaction): Promise<void> {
  return change(app, of, ({ tx }, reaction) => deleteReaction(tx, reaction));
}

/** Changes a reaction under the lock of the conversation, and signals it to everyone there if anything changed. */
async function change(
  app: ReactApp,
  of: OfReaction,
  write: (work: TranscriptWork, reaction: Reaction) => Promise<boolean>,
): Promise<void> {
  if (!isEmoji(of.emoji)) refuse('emoji_invalid');
  await app.commit(async (work) => {
    const { conversation, message, edit } = await lockMessage(work, of);
    if (edit?.deleted_at) refuse('message_not_found');
    const { conversation_id: conversationId, message_id: messageId } = message;
    const isChanged = await write(work, { conversationId, messageId, userId: of.userId, emoji: of.emoji });
    if (isChanged) work.tell(conversation.people, 'deliveryUpdated', { conversationId, messageId });
  });
}
