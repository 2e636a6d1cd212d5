import type { App } from '../chat/conversations/app.ts';
import { findAsMember } from '../chat/conversations/queries.ts';
import { sendUnderLock } from '../chat/messages/send/send-messages.ts';
import { findUsers } from '../accounts/users/queries.ts';
import type { DemoRow } from './queries.ts';

/**
 * Sends the showcase agent a first message from the demo's person, once per conversation, so that a visitor finds an
 * answer already there.
 */
export async function beginConversation(app: App, demo: DemoRow): Promise<void> {
  const conversation = await findAsMember(app.storage.db, demo.conversation_id, demo.user_id);
  const [person] = await findUsers(app.storage.db, [demo.user_id]);
  if (!conversation || conversation.last_seq > 0 || !person) return;
  const sender = { userId: person.user_id, locale: person.locale, timezone: person.timezone };
  const { conversation_id: conversationId } = demo;
  await sendUnderLock(app, [{ sender, conversationId, text: 'Hello', key: null, trace: null }]);
}
