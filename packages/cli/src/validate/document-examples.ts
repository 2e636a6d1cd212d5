import type { Envelope, EventType } from '@parley/protocol';

const ulid = '01KAJ8ZJ9M4J0V6W3QX5T2N7RC';
const at = '2026-01-31T09:00:00.000Z';

/** A manifest that passes as it stands. */
export const manifestExample = {
  version: '1',
  handle: 'tea-bot',
  name: 'Tea bot',
  description: 'Makes tea.',
  transport: 'relay',
  requested_scopes: [],
  access: 'private',
} as const;

const base = {
  version: '1',
  delivery_id: `dlv_${ulid}`,
  agent_id: `agt_${ulid}`,
  conversation_id: `cnv_${ulid}`,
  created_at: at,
  user: { id: `usr_${ulid}`, locale: 'en', timezone: 'UTC' },
  task_id: null,
} as const;

const said = (text: string) => ({
  messages: [
    { id: `msg_${ulid}` as const, author: 'user' as const, author_id: `usr_${ulid}` as const, text, created_at: at },
  ],
});

/** An envelope of each event. */
export const envelopeExamples: { readonly [Event in EventType]: Envelope<Event> } = {
  'message.created': { ...base, event: 'message.created', ...said('hello') },
  'task.assigned': { ...base, event: 'task.assigned', task_id: `tsk_${ulid}`, ...said('Count the chairs.') },
  'task.cancelled': { ...base, event: 'task.cancelled', task_id: `tsk_${ulid}`, ...said('Count the chairs.') },
  'approval.resolved': {
    ...base,
    event: 'approval.resolved',
    ...said('Approved.'),
    approval: {
      id: `apr_${ulid}`,
      requested_scope: 'coin.charge',
      action: 'Charge 3 coins',
      state: 'approved',
      invocation_id: `inv_${ulid}`,
    },
  },
  'tick.scheduled': { ...base, event: 'tick.scheduled', ...said('Good morning.') },
  'member.joined': { ...base, event: 'member.joined', ...said('Ben joined.') },
  'tool.result': {
    ...base,
    event: 'tool.result',
    tool_result: {
      invocation_id: `inv_${ulid}`,
      tool: 'clock.now',
      requested_scope: 'clock.read',
      outcome: 'succeeded',
      content: { now: at },
      is_error: false,
    },
  },
  'form.submitted': {
    ...base,
    event: 'form.submitted',
    form_submission: { values: { size: 's' }, submitted_by: `sub_${ulid}` },
  },
  'agent.call': {
    ...base,
    event: 'agent.call',
    agent_call: {
      from_agent_id: `agt_${ulid}`,
      depth: 1,
      in_answer_to: null,
      blocks: [{ type: 'text', text: 'hello' }],
    },
  },
};
