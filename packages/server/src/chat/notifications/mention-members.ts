import { mentionedHandles, type MessageId, type UserId } from '@parley/protocol';
import { findUsersByHandle } from '../../accounts/users/queries.ts';
import type { PeopledConversationRow } from '../conversations/queries.ts';
import type { MessageRow } from '../conversations/message-row.ts';
import type { TranscriptWork } from '../conversations/transcript-work.ts';
import { textOf } from '../transcript/preview.ts';
import { notify, type NewNotification } from './notify.ts';

/** Notifies the members of a conversation whom a person's message mentions. Runs no statement without a mention. */
export async function mentionMembers(
  { tx, signal }: Pick<TranscriptWork, 'tx' | 'signal'>,
  conversation: PeopledConversationRow,
  message: MessageRow & { readonly author_id: UserId },
  nowMs: number,
): Promise<void> {
  const people = await findUsersByHandle(tx, [...mentionedHandles(textOf(message))]);
  const from = { messageId: message.message_id, mentionedBy: message.author_id };
  signal(await notify(tx, newsOfMentions(conversation, from, [...people.values()]), nowMs));
}

/** Returns one notification for each of these people who is another member of the conversation. */
export function newsOfMentions(
  { conversation_id: conversationId, people }: PeopledConversationRow,
  from: { readonly messageId: MessageId; readonly mentionedBy: UserId },
  mentioned: readonly UserId[],
): NewNotification[] {
  return mentioned
    .filter((userId) => userId !== from.mentionedBy && people.includes(userId))
    .map((userId) => ({ userId, type: 'mention', conversationId, ...from }));
}
