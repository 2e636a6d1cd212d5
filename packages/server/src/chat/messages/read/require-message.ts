import { isId } from '@parley/protocol';
import type { MessageRow } from '../../conversations/message-row.ts';
import { requireMember } from '../../conversations/require-member.ts';
import { refuse } from '../../../platform/routing/refusal.ts';
import type { Db } from '../../../platform/storage/storage.ts';
import { findMessage } from '../../transcript/queries.ts';
import type { OfMessage } from '../edit/lock-message.ts';

/** Returns a message of a conversation that this person is in. Otherwise refuses as not found. Drafts are not among them. */
export async function requireMessage(db: Db, { userId, conversationId, messageId }: OfMessage): Promise<MessageRow> {
  const conversation = await requireMember(db, userId, conversationId);
  if (!isId('message', messageId)) return refuse('message_not_found');
  return (await findMessage(db, conversation.conversation_id, messageId)) ?? refuse('message_not_found');
}
