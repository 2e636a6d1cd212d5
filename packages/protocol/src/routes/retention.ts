import { freshBody } from '../requests/account-links.ts';
import { itemOf, listOf } from '../requests/pages.ts';
import { hold, holdBody, retention, setRetentionBody } from '../requests/retention.ts';
import { human } from './route.ts';

const shorter =
  'A longer period, or null, is in force at once. A shorter one is in force 24 hours later and can be taken back until then: set the ' +
  'earlier one again. Then, and within a minute of becoming too old, messages become tombstones for ever, as if their authors had deleted ' +
  'them; messages of tasks, agents and the platform too. What is under a legal hold is left. Needs a fresh session.';

/** How long messages are kept, on the server and in a conversation, and legal holds. */
export const retentionRoutes = {
  getRetention: human({
    method: 'GET',
    path: '/v1/admin/retention',
    summary: 'How long the server keeps messages.',
    answer: { status: 200, json: itemOf(retention) },
    admin: 'tokens',
  }),
  setRetention: human({
    method: 'PUT',
    path: '/v1/admin/retention',
    summary: 'Set how long the server keeps messages.',
    doc: shorter,
    body: setRetentionBody,
    tokens: 'refused',
    answer: { status: 200, json: itemOf(retention) },
    admin: 'session',
    fresh: 'always',
  }),
  getConversationRetention: human({
    method: 'GET',
    path: '/v1/conversations/{conversationId}/retention',
    summary: 'How long a conversation that you created keeps its messages.',
    doc: '`Conversation.messagesDays` tells every member the shorter of this period and that of the server.',
    answer: { status: 200, json: itemOf(retention) },
    refusals: ['conversation_not_found', 'not_allowed'],
  }),
  setConversationRetention: human({
    method: 'PUT',
    path: '/v1/conversations/{conversationId}/retention',
    summary: 'Set how long a conversation that you created keeps its messages.',
    doc: `A line in the conversation says it. A period longer than that of the server is 400 at \`/messagesDays\`.\n\n${shorter}`,
    body: setRetentionBody,
    tokens: 'refused',
    answer: { status: 200, json: itemOf(retention) },
    refusals: ['conversation_not_found', 'not_allowed'],
    fresh: 'always',
  }),
  listHolds: human({
    method: 'GET',
    path: '/v1/admin/holds',
    summary: 'The legal holds, the newest first.',
    answer: { status: 200, json: listOf(hold) },
    admin: 'tokens',
  }),
  placeHold: human({
    method: 'PUT',
    path: '/v1/admin/holds/{targetId}',
    summary: 'Place a legal hold on a person or a conversation.',
    doc:
      'The target is the id of a person or of a conversation. What that person wrote, or what the conversation holds, is neither purged nor ' +
      'erased. What people delete or edit meanwhile looks deleted to everybody and is kept, sealed, until the hold ends. Members are not told. ' +
      'Again: the reason is replaced. At most 1,000 holds (403 `quota_exceeded`). Needs a fresh session.',
    body: holdBody,
    tokens: 'refused',
    answer: { status: 204 },
    refusals: ['user_not_found', 'conversation_not_found', 'quota_exceeded'],
    admin: 'session',
    fresh: 'always',
  }),
  endHold: human({
    method: 'DELETE',
    path: '/v1/admin/holds/{targetId}',
    summary: 'End a legal hold.',
    doc: 'What was kept for it alone is erased within minutes. A target without a hold: 204, nothing changes. Needs a fresh session.',
    body: freshBody,
    tokens: 'refused',
    answer: { status: 204 },
    admin: 'session',
    fresh: 'always',
  }),
} as const;
