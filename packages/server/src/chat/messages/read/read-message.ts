import { isId, type Message, type UserId } from '@parley/protocol';
import type { App } from '../../conversations/app.ts';
import { requireMember } from '../../conversations/require-member.ts';
import { refuse } from '../../../platform/routing/refusal.ts';
import { findDraft } from '../drafts/draft-queries.ts';
import { openDraftsSince, presentMessages } from './present.ts';
import { findMessage } from '../../transcript/queries.ts';

/** Returns one message of a conversation, or an open draft, as one of its people sees it. */
export async function readMessage(
  { storage, clock, engine }: Pick<App, 'storage' | 'clock' | 'engine'>,
  userId: UserId,
  { conversationId, messageId }: { readonly conversationId: string; readonly messageId: string },
): Promise<Message> {
  const conversation = await requireMember(storage.db, userId, conversationId);
  if (!isId('message', messageId)) return refuse('message_not_found');
  const row = await findMessage(storage.db, conversation.conversation_id, messageId);
  const draft = row
    ? null
    : await findDraft(storage.db, conversation.conversation_id, messageId, openDraftsSince(clock.now()));
  const [item] = await presentMessages(
    { storage, engine, clock },
    conversation,
    userId,
    row ? [row] : [],
    draft ? [draft] : [],
  );
  return item ?? refuse('message_not_found');
}
