import type { App } from '../conversations/app.ts';
import { findAsMember } from '../conversations/queries.ts';
import { sendMessages } from '../messages/send/send-messages.ts';
import { findUsers } from '../users/queries.ts';
import type { DemoRow } from './queries.ts';

/** Says hello to the showcase on behalf of the demo's person, once a conversation, so that whoever comes in finds an answer already. */
export async function beginConversation(app: App, demo: DemoRow): Promise<void> {
  const conversation = await findAsMember(app.storage.db, demo.conversation_id, demo.user_id);
  const [person] = await findUsers(app.storage.db, [demo.user_id]);
  if (!conversation || conversation.last_seq > 0 || !person) return;
  const sender = { userId: person.user_id, locale: person.locale, timezone: person.timezone };
  const { conversation_id: conversationId } = demo;
  await sendMessages(app, [{ sender, conversationId, text: 'Hello', key: null, trace: null }]);
}
