import {
  addMemberBody,
  conversationPreferencesBody,
  listedConversation,
  markReadBody,
  member,
  openConversationBody,
  renameConversationBody,
} from '../requests/conversations.ts';
import { itemOf, pageOf } from '../requests/pages.ts';
import { pageQuery } from './query.ts';
import { human } from './route.ts';

/** Conversations as their people open, list, mute and leave them, and who is in them. */
export const conversationRoutes = {
  openConversation: human({
    method: 'POST',
    path: '/v1/conversations',
    summary: 'Open a conversation with an agent, with people, or both.',
    body: openConversationBody,
    answer: { status: 201, json: itemOf(listedConversation) },
    refusals: ['members_required', 'too_many_agents', 'agent_not_found', 'user_not_found', 'quota_exceeded'],
    idempotency: 'optional',
  }),
  listConversations: human({
    method: 'GET',
    path: '/v1/conversations',
    summary: 'Your conversations, most recent activity first.',
    query: pageQuery,
    answer: { status: 200, json: pageOf(listedConversation) },
  }),
  getConversation: human({
    method: 'GET',
    path: '/v1/conversations/{conversationId}',
    summary: 'One of your conversations.',
    answer: { status: 200, json: itemOf(listedConversation) },
    refusals: ['conversation_not_found'],
  }),
  renameConversation: human({
    method: 'PATCH',
    path: '/v1/conversations/{conversationId}',
    summary: 'Name a conversation for everyone in it, or take its name away.',
    body: renameConversationBody,
    answer: { status: 200, json: itemOf(listedConversation) },
    refusals: ['conversation_not_found'],
  }),
  deleteConversation: human({
    method: 'DELETE',
    path: '/v1/conversations/{conversationId}',
    summary: 'Delete a conversation that you opened, for everyone.',
    answer: { status: 204 },
    refusals: ['conversation_not_found', 'not_allowed'],
  }),
  markRead: human({
    method: 'PUT',
    path: '/v1/conversations/{conversationId}/read',
    summary: 'Say up to which message you have read.',
    body: markReadBody,
    answer: { status: 204 },
    refusals: ['conversation_not_found'],
  }),
  setConversationPreferences: human({
    method: 'PUT',
    path: '/v1/conversations/{conversationId}/preferences',
    summary: 'Mute a conversation for yourself, for a time too, and choose what you are sent pushes of.',
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
    summary: 'Seat an agent or a person in a conversation.',
    body: addMemberBody,
    answer: { status: 200, json: itemOf(listedConversation) },
    refusals: [
      'conversation_not_found',
      'agent_not_found',
      'user_not_found',
      'agent_already_seated',
      'too_many_members',
    ],
  }),
  removeMember: human({
    method: 'DELETE',
    path: '/v1/conversations/{conversationId}/members/{memberId}',
    summary: 'Leave a conversation, or remove a member from one that you opened.',
    answer: { status: 204 },
    refusals: ['conversation_not_found', 'member_not_found', 'not_allowed'],
  }),
} as const;
