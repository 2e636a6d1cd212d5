import type { Envelope } from '@parley/protocol';
import { at, ids } from './values.ts';

/** Example of a delivery. */
export const exampleEnvelope: Envelope<'message.created'> = {
  version: '1',
  delivery_id: ids.delivery,
  event: 'message.created',
  agent_id: ids.agent,
  conversation_id: ids.conversation,
  created_at: at(4),
  user: { id: ids.user, locale: 'en', timezone: 'Europe/Zurich' },
  task_id: null,
  messages: [{ id: ids.message, author: 'user', author_id: ids.user, text: 'What is for dinner?', created_at: at(4) }],
};
