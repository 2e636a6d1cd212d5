import { isId, type ConversationId, type UserId } from '@parley/protocol';
import type { MessageRow } from '../../conversations/message-row.ts';
import type { PeopledConversationRow } from '../../conversations/queries.ts';
import type { TranscriptWork } from '../../conversations/transcript-work.ts';
import { refuse } from '../../../platform/routing/refusal.ts';
import { findEdits, type EditRow } from '../../transcript/edit-queries.ts';
import { findMessage } from '../../transcript/queries.ts';

/** A person's request about one message. */
export interface OfMessage {
  readonly userId: UserId;
  readonly conversationId: string;
  readonly messageId: string;
}

/** A message under the lock of its conversation, with its edits so far. */
export interface LockedMessage {
  readonly conversation: PeopledConversationRow;
  readonly message: MessageRow;
  readonly edit: EditRow | undefined;
}

/** Locks the conversation of one of its people and returns a message of it. Refuses where there is none. */
export async function lockMessage(
  work: TranscriptWork,
  { userId, conversationId, messageId }: OfMessage,
): Promise<LockedMessage> {
  if (!isId('conversation', conversationId)) return refuse('conversation_not_found');
  const locked = await lockedMessage(work, conversationId, messageId);
  if (!locked.conversation?.people.includes(userId)) return refuse('conversation_not_found');
  const { conversation, message, edit } = locked;
  return message === null ? refuse('message_not_found') : { conversation, message, edit };
}

/** Locks a conversation and returns one of its messages, as far as they exist. */
export async function lockedMessage(
  { tx, transcript }: TranscriptWork,
  conversationId: ConversationId,
  messageId: string,
): Promise<{
  readonly conversation: PeopledConversationRow | undefined;
  readonly message: MessageRow | null;
  readonly edit: EditRow | undefined;
}> {
  await transcript.lock([conversationId]);
  const conversation = transcript.conversation(conversationId);
  if (!isId('message', messageId)) return { conversation, message: null, edit: undefined };
  const message = await findMessage(tx, conversationId, messageId);
  return { conversation, message, edit: (await findEdits(tx, [messageId])).get(messageId) };
}

/** Returns whether a message belongs to a task: an agent may also show a `task_update` in a reply or a proactive message. */
export function isOfTask(message: MessageRow): boolean {
  const isSaid = message.reply_to_delivery_id !== null || message.proactive;
  return !isSaid && message.blocks.some(({ type }) => type === 'task_update');
}
