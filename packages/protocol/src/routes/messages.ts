import { z } from 'zod';
import {
  failureAnswer,
  failureBody,
  proactiveAnswer,
  proactiveBody,
  replyAnswer,
  replyBody,
} from '../requests/agent-calls.ts';
import { historyAnswer } from '../requests/agent-reads.ts';
import { sendAttachmentBody } from '../requests/assets.ts';
import { foundMessage, message, roomFile, sendMessageBody, sentMessage } from '../requests/conversations.ts';
import { itemOf, pageOf } from '../requests/pages.ts';
import { pageQuery, seqQuery, textQuery, wordsQuery } from './query.ts';
import { agent, human } from './route.ts';

/** What people and agents say. */
export const messageRoutes = {
  sendMessage: human({
    method: 'POST',
    path: '/v1/conversations/{conversationId}/messages',
    summary: 'Send a message; a seated agent gets it as a delivery.',
    body: sendMessageBody,
    answer: { status: 201, json: sentMessage },
    refusals: ['conversation_not_found', 'agent_blocked'],
    idempotency: 'optional',
  }),
  listMessages: human({
    method: 'GET',
    path: '/v1/conversations/{conversationId}/messages',
    summary: 'A page of a conversation in ascending seq: the newest, or from ?before= or ?after= a seq.',
    query: z.object({
      before: seqQuery('before', 'A seq: the newest messages below it.'),
      after: seqQuery('after', 'A seq: the oldest messages above it.'),
      around: seqQuery('around', 'A seq: a page with it in its middle; not together with before or after.'),
      ...pageQuery.shape,
    }),
    answer: { status: 200, json: pageOf(message) },
    refusals: ['conversation_not_found'],
  }),
  getMessage: human({
    method: 'GET',
    path: '/v1/conversations/{conversationId}/messages/{messageId}',
    summary: 'One message, or an open draft.',
    answer: { status: 200, json: itemOf(message) },
    refusals: ['conversation_not_found', 'message_not_found'],
  }),
  stopMessage: human({
    method: 'POST',
    path: '/v1/conversations/{conversationId}/messages/{messageId}/stop',
    summary: 'Stop the answer to a message of your own.',
    doc:
      'Possible while its agent has sent no final reply, or has a draft open. What was not sent to the agent is withdrawn, what was is ' +
      'not sent again; the draft becomes final as it stands, approvals that wait are denied, and the agent is refused whatever else it ' +
      'says to that delivery. Stopping again changes nothing. A task is cancelled instead.',
    answer: { status: 202, json: itemOf(message) },
    refusals: ['conversation_not_found', 'message_not_found', 'not_allowed', 'nothing_to_stop'],
  }),
  searchMessages: human({
    method: 'GET',
    path: '/v1/search/messages',
    summary: 'Messages of your conversations, or of one, by words of what they say, newest first.',
    doc:
      'Every word must match, the last as the beginning of one, in texts and in what blocks show: titles, labels, cells, options. Case ' +
      'does not matter. Drafts are not found, nor what the agents of others thought and how they used their tools.',
    query: z.object({
      q: wordsQuery('Words, 1 to 200 characters.'),
      conversationId: textQuery('Only this conversation.'),
      ...pageQuery.shape,
    }),
    answer: { status: 200, json: pageOf(foundMessage) },
    refusals: ['malformed_request', 'conversation_not_found'],
  }),
  sendAttachment: human({
    method: 'POST',
    path: '/v1/conversations/{conversationId}/attachments',
    summary: 'Send an asset of your own; a seated agent gets it as a delivery.',
    body: sendAttachmentBody,
    answer: { status: 201, json: sentMessage },
    refusals: ['conversation_not_found', 'asset_not_found', 'agent_blocked'],
    idempotency: 'optional',
  }),
  listFiles: human({
    method: 'GET',
    path: '/v1/conversations/{conversationId}/files',
    summary: 'The files that were shown in a conversation, the newest upload first.',
    doc:
      'Each stands once, however often it was shown, with who uploaded it. A file that somebody named without owning it is not among ' +
      'them, as nobody else may read it either.',
    query: pageQuery,
    answer: { status: 200, json: pageOf(roomFile) },
    refusals: ['conversation_not_found'],
  }),
  readHistory: agent({
    method: 'GET',
    path: '/hooks/v1/conversations/{conversationId}/messages',
    summary: 'Read a conversation back, since your agent’s newest seat in it, in ascending seq.',
    doc:
      'Your agent’s own messages and the platform’s are always there, a person’s where that person granted `history.read` and has ' +
      'not blocked the agent; drafts never are. A direct conversation needs the grant. A page looks at 5,000 messages at most, so ' +
      'it may be short, or empty, and still have a next_cursor.',
    query: z.object({
      before: seqQuery('before', 'A seq: the newest messages below it.'),
      after: seqQuery('after', 'A seq: the oldest messages above it.'),
      limit: pageQuery.shape.limit,
      cursor: textQuery('Where the page before ended: its next_cursor.'),
    }),
    answer: { status: 200, json: historyAnswer },
    refusals: ['conversation_not_found', 'scope_not_granted'],
    replayProtected: false,
  }),
  reportFailure: agent({
    method: 'POST',
    path: '/hooks/v1/deliveries/{deliveryId}/failure',
    summary: 'Say that a delivery could not be answered.',
    doc:
      'The draft becomes final, the person reads that the agent could not answer, and `reason` stands in the delivery log of the ' +
      'owner. It counts once a delivery; later replies are still taken.',
    body: failureBody,
    answer: { status: 202, json: failureAnswer },
    refusals: ['delivery_not_found', 'reply_stopped'],
    replayProtected: false,
  }),
  reply: agent({
    method: 'POST',
    path: '/hooks/v1/reply',
    summary: 'Answer a delivery, in part or finally; a final answer may call another agent.',
    body: replyBody,
    answer: { status: 202, json: replyAnswer },
    refusals: [
      'delivery_not_found',
      'reply_stopped',
      'reply_limit_reached',
      'too_many_drafts',
      'block_invalid',
      'intent_requires_partial',
      'needs_human_requires_final',
      'partial_to_agent_id_not_allowed',
      'agent_call_self_target',
      'agent_call_no_human_origin',
      'agent_call_depth_exceeded',
      'agent_call_target_not_live',
      'agent_call_no_shared_room',
      'agent_blocked',
    ],
    idempotency: 'optional',
    replayProtected: true,
  }),
  sendProactive: agent({
    method: 'POST',
    path: '/hooks/v1/proactive',
    summary: 'Send a message that answers no delivery.',
    body: proactiveBody,
    answer: { status: 202, json: proactiveAnswer },
    refusals: ['proactive_target_unavailable', 'scope_not_granted', 'block_invalid', 'intent_requires_partial'],
    idempotency: 'required',
    replayProtected: true,
  }),
} as const;
