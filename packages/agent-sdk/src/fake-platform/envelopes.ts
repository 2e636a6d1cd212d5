import type { ConversationId, Envelope } from '@parley/protocol';
import { newId } from '@parley/protocol/agent';

const conversation = newId('conversation', Date.now());

/** What every envelope holds, with ids of its own, for tests of an agent. */
export function envelopeBase(conversationId: ConversationId = conversation) {
  return {
    version: '1' as const,
    delivery_id: newId('delivery', Date.now()),
    agent_id: newId('agent', Date.now()),
    conversation_id: conversationId,
    created_at: '2026-01-31T09:00:00.000Z',
    user: { id: newId('user', Date.now()), locale: 'en', timezone: 'UTC' },
    task_id: null,
  };
}

/** The delivery of a person's message. */
export function messageCreated(text: string, conversationId?: ConversationId): Envelope<'message.created'> {
  const base = envelopeBase(conversationId);
  const message = {
    id: newId('message', Date.now()),
    author: 'user' as const,
    author_id: base.user.id,
    text,
    created_at: base.created_at,
  };
  return { ...base, event: 'message.created', messages: [message] };
}

/** The delivery of an answered form. */
export function formSubmitted(values: Record<string, string | number>): Envelope<'form.submitted'> {
  const form_submission = { values, submitted_by: `sub_${newId('user', Date.now()).slice(4)}` };
  return { ...envelopeBase(), event: 'form.submitted', form_submission };
}
