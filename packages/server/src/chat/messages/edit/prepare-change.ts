import { isId } from '@parley/protocol';
import type { App } from '../../conversations/app.ts';
import { requireMember } from '../../conversations/require-member.ts';
import { readDispatches } from '../../../engine/deliveries/read-deliveries.ts';
import type { Dispatches } from '../../../engine/deliveries/with-dispatches.ts';
import { indexConversation } from '../../transcript/word-queries.ts';
import type { OfMessage } from './lock-message.ts';

/**
 * Prepares a person's change of a message, before its transaction: indexes the conversation, which `noteChange` relies
 * on. Refuses who is not in the conversation.
 *
 * @returns the dispatch times of the message's deliveries, some of which may not be persisted yet.
 */
export async function prepareChange(
  { storage, engine }: Pick<App, 'storage' | 'engine'>,
  { userId, conversationId, messageId }: OfMessage,
): Promise<Dispatches> {
  const conversation = await requireMember(storage.db, userId, conversationId);
  const dispatches = isId('message', messageId) ? await readDispatches(storage.db, engine, messageId) : new Map();
  await indexConversation(storage, conversation.conversation_id);
  return dispatches;
}
