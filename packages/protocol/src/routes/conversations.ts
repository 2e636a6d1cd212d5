import { z } from 'zod';
import {
  addMemberBody,
  conversationPreferencesBody,
  listedConversation,
  markReadBody,
  member,
  openConversationBody,
  updateConversationBody,
} from '../requests/conversations.ts';
import { itemOf, pageOf } from '../requests/pages.ts';
import { choiceQuery, pageQuery } from './query.ts';
import { human } from './route.ts';

/** Conversations: opening, listing, muting and leaving them, and their members. */
export const conversationRoutes = {
  openConversation: human({
    method: 'POST',
    path: '/v1/conversations',
    summary: 'Open a conversation with an agent, with people, or both.',
    doc:
      'It takes at most one agent and 50 people; leave yourself out. It writes no message and creates no delivery.\n\n' +
      'At most 30 conversations an hour may be opened with, or extended by, people you share no conversation with; the next one is ' +
      '429 `rate_limited`.',
    body: openConversationBody,
    answer: { status: 201, json: itemOf(listedConversation) },
    refusals: [
      'members_required',
      'too_many_agents',
      'agent_not_found',
      'agent_pending',
      'user_not_found',
      'quota_exceeded',
    ],
    idempotency: 'optional',
  }),
  listConversations: human({
    method: 'GET',
    path: '/v1/conversations',
    summary: 'Your conversations: the pinned ones first, each most recent activity first.',
    doc: 'Archived conversations are left out. `archived=1` lists them alone. A new message unarchives a conversation.',
    query: z.object({
      ...pageQuery.shape,
      archived: choiceQuery('archived', ['1'], 'Say 1 to list the archived conversations alone.'),
    }),
    answer: { status: 200, json: pageOf(listedConversation) },
  }),
  getConversation: human({
    method: 'GET',
    path: '/v1/conversations/{conversationId}',
    summary: 'One of your conversations.',
    answer: { status: 200, json: itemOf(listedConversation) },
    refusals: ['conversation_not_found'],
  }),
  exportConversation: human({
    method: 'GET',
    path: '/v1/conversations/{conversationId}/export',
    summary: 'Download what you may read of a conversation.',
    doc:
      '`format` is `md` (the default) or `json`: {conversation, items}, with the messages as `GET …/messages` shows them. Both are ' +
      'ascending, without drafts, and end with the last message at the time of the request. The answer is streamed as an attachment.',
    query: z.object({ format: choiceQuery('format', ['md', 'json'], 'The form of the export: md or json.') }),
    answer: { status: 200, media: '*/*' },
    refusals: ['conversation_not_found'],
  }),
  updateConversation: human({
    method: 'PATCH',
    path: '/v1/conversations/{conversationId}',
    summary: 'Set the title of a conversation, and which messages its agent gets, for everyone in it.',
    doc:
      'Any member may; at least one field. `title` has 1 to 80 characters, or is null for no title. With `agentHears` `mentions`, ' +
      'messages and attachments that do not mention the agent’s handle have `deliveries: []`. Tasks, forms, choices, schedules and all ' +
      'other events reach it. Everyone in the conversation gets `conversationUpdated`. No message is written, no agent is notified, ' +
      'and the conversation keeps its place in the list.',
    body: updateConversationBody,
    answer: { status: 200, json: itemOf(listedConversation) },
    refusals: ['conversation_not_found'],
  }),
  deleteConversation: human({
    method: 'DELETE',
    path: '/v1/conversations/{conversationId}',
    summary: 'Delete a conversation that you opened, for everyone.',
    doc: 'Its unfinished deliveries fail.',
    answer: { status: 204 },
    refusals: ['conversation_not_found', 'not_allowed'],
  }),
  markRead: human({
    method: 'PUT',
    path: '/v1/conversations/{conversationId}/read',
    summary: 'Mark a conversation as read up to a message.',
    doc:
      'The position never moves back, nor beyond the last message. Notifications of the messages are marked as read too, except ' +
      'approvals and messages with a form that you have not answered.',
    body: markReadBody,
    answer: { status: 204 },
    refusals: ['conversation_not_found'],
  }),
  setConversationPreferences: human({
    method: 'PUT',
    path: '/v1/conversations/{conversationId}/preferences',
    summary: 'Mute, pin or archive a conversation for yourself, and choose its pushes.',
    doc:
      '`pinned` conversations are listed first, `archived` ones apart, until a new message comes. The other fields mean the same as ' +
      'for an agent’s preferences, `PUT /v1/agents/{agentId}/membership/preferences`.',
    body: conversationPreferencesBody,
    answer: { status: 204 },
    refusals: ['conversation_not_found'],
  }),
  listMembers: human({
    method: 'GET',
    path: '/v1/conversations/{conversationId}/members',
    summary: 'Who is in a conversation: its agent first, then its people, the caller among them.',
    query: pageQuery,
    answer: { status: 200, json: pageOf(member) },
    refusals: ['conversation_not_found'],
  }),
  addMember: human({
    method: 'POST',
    path: '/v1/conversations/{conversationId}/members',
    summary: 'Add an agent or a person to a conversation.',
    doc:
      'The platform writes a message that names the new member, and an agent gets a `member.joined`. Adding a member who is already ' +
      'there changes nothing. A deleted agent does not count as seated. A conversation has at most 500 people, its creator included.',
    body: addMemberBody,
    answer: { status: 200, json: itemOf(listedConversation) },
    refusals: [
      'conversation_not_found',
      'agent_not_found',
      'agent_pending',
      'user_not_found',
      'agent_already_seated',
      'too_many_members',
    ],
  }),
  removeMember: human({
    method: 'DELETE',
    path: '/v1/conversations/{conversationId}/members/{memberId}',
    summary: 'Leave a conversation, or remove a member from one that you opened.',
    doc:
      'Only the creator may remove others. The conversation closes when its last person leaves. Schedules of the member end.\n\n' +
      'A removed agent gets nothing more from the conversation. Its earlier deliveries stay void even if it is added again: replies, ' +
      'tool calls and failure reports are 404 `delivery_not_found`, replays 409 `delivery_body_erased`.\n\n' +
      'The platform no longer acts in the conversation on behalf of a person who left: tool calls are 403 `scope_not_granted`, agent ' +
      'calls 409 `agent_call_no_shared_room`, and their pending approvals are denied. Agents may still reply to their messages.',
    answer: { status: 204 },
    refusals: ['conversation_not_found', 'member_not_found', 'not_allowed'],
  }),
} as const;
