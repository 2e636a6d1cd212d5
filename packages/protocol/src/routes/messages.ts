import { z } from 'zod';
import {
  editByAgentAnswer,
  editByAgentBody,
  failureAnswer,
  failureBody,
  proactiveAnswer,
  proactiveBody,
  replyAnswer,
  replyBody,
} from '../requests/agent-calls.ts';
import { historyAnswer } from '../requests/agent-reads.ts';
import { sendAttachmentBody } from '../requests/assets.ts';
import {
  editMessageBody,
  foundMessage,
  message,
  messageReactions,
  messageRevisions,
  roomFile,
  sendMessageBody,
  sentMessage,
} from '../requests/conversations.ts';
import { itemOf, pageOf } from '../requests/pages.ts';
import { idQuery, pageQuery, seqQuery, textQuery, wordsQuery } from './query.ts';
import { agent, human } from './route.ts';

/** Messages of people and agents. */
export const messageRoutes = {
  sendMessage: human({
    method: 'POST',
    path: '/v1/conversations/{conversationId}/messages',
    summary: 'Send a message; an agent in the conversation gets it as a delivery.',
    doc:
      '`text` has 1 to 10,000 characters. `deliveries` is empty if the conversation has no agent or its agent is paused. To press a ' +
      'button or a card’s action send its payload; to buy from a card send `purchase: <card title>`.\n\n' +
      '`choice` says that the text is your choice from a message of the conversation: `{messageId, block, payload}` for a button or a ' +
      'card’s action, `{messageId, block, purchase: true}` for a purchase. `block` is the index in the message’s `blocks` as you read ' +
      'them. You choose once per block. The checks run in this order: shape, conversation, 403 `agent_blocked`, 400 `choice_unknown` ' +
      'at `/choice`, 400 `malformed_request` at `/text`, 409 `already_chosen`. The new message has `choice: {messageId, block, ' +
      'label}`, and `choiceStates` of the other one gets `{<block>: {label}}` for you.',
    body: sendMessageBody,
    answer: { status: 201, json: sentMessage },
    refusals: ['conversation_not_found', 'agent_blocked', 'choice_unknown', 'already_chosen'],
    idempotency: 'optional',
  }),
  listMessages: human({
    method: 'GET',
    path: '/v1/conversations/{conversationId}/messages',
    summary: 'A page of a conversation in ascending seq.',
    doc:
      'The default is the newest page; `before` gives the newest messages below a seq, `after` the oldest above it. `nextCursor` ' +
      'continues in the same direction. `around` is used alone: it gives the page with that seq, or the nearest one, in the middle; at ' +
      'an end of the conversation the page is filled from the other side, and `nextCursor` is null.',
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
  editMessage: human({
    method: 'PATCH',
    path: '/v1/conversations/{conversationId}/messages/{messageId}',
    summary: 'Change the text of a message of your own.',
    doc:
      'You can edit a message for 24 hours, at most 100 times. Tasks, attachments and choices cannot be edited. The same text changes ' +
      'nothing.\n\n' +
      'A delivery that was not sent yet carries the new text. One that was sent stays as it was. History and later envelopes show the ' +
      'new text. `editedAt` and `revision` of the message say that it was edited. Everyone in the conversation gets `deliveryUpdated`.',
    body: editMessageBody,
    answer: { status: 200, json: itemOf(message) },
    refusals: ['conversation_not_found', 'message_not_found', 'not_allowed', 'edit_window_over', 'edit_limit_reached'],
  }),
  deleteMessage: human({
    method: 'DELETE',
    path: '/v1/conversations/{conversationId}/messages/{messageId}',
    summary: 'Delete a message for everyone.',
    doc:
      'You can delete your own messages at any time, and any message in a conversation that you created. Messages of tasks cannot be ' +
      'deleted. The message stays in its place with `deleted: true`, `body: null` and no blocks; its answers stay.\n\n' +
      'Previews, search and the history that agents read leave it out. Deliveries that were not sent are withdrawn, and the bodies of ' +
      'sent ones are erased: a replay is 409 `delivery_body_erased`. Its revisions are erased, and so are files that nothing else ' +
      'names. Repeating the call changes nothing. Everyone in the conversation gets `deliveryUpdated`.',
    answer: { status: 204 },
    refusals: ['conversation_not_found', 'message_not_found', 'not_allowed'],
  }),
  listRevisions: human({
    method: 'GET',
    path: '/v1/conversations/{conversationId}/messages/{messageId}/revisions',
    summary: 'Every version of a message, in ascending order, the current one last.',
    doc: 'Revision 0 is the original. The list is empty after the message was deleted.',
    answer: { status: 200, json: messageRevisions },
    refusals: ['conversation_not_found', 'message_not_found'],
  }),
  listReactions: human({
    method: 'GET',
    path: '/v1/conversations/{conversationId}/messages/{messageId}/reactions',
    summary: 'Who reacted to a message and how, in the order in which they did.',
    answer: { status: 200, json: messageReactions },
    refusals: ['conversation_not_found', 'message_not_found'],
  }),
  addReaction: human({
    method: 'PUT',
    path: '/v1/conversations/{conversationId}/messages/{messageId}/reactions/{emoji}',
    summary: 'React to a message with an emoji.',
    doc:
      '`emoji` is exactly one emoji of the set that Unicode recommends for general interchange (RGI), else 400 `emoji_invalid`. A ' +
      'message takes at most 20 kinds. Repeating the call changes nothing. Drafts and deleted messages are 404 `message_not_found`. ' +
      'Everyone in the conversation gets `deliveryUpdated`; agents are not told, and nobody is notified.',
    answer: { status: 204 },
    refusals: ['conversation_not_found', 'message_not_found', 'emoji_invalid', 'too_many_reactions'],
  }),
  removeReaction: human({
    method: 'DELETE',
    path: '/v1/conversations/{conversationId}/messages/{messageId}/reactions/{emoji}',
    summary: 'Take your reaction to a message back.',
    doc: 'Repeating the call changes nothing.',
    answer: { status: 204 },
    refusals: ['conversation_not_found', 'message_not_found', 'emoji_invalid'],
  }),
  stopMessage: human({
    method: 'POST',
    path: '/v1/conversations/{conversationId}/messages/{messageId}/stop',
    summary: 'Stop the answer to a message of your own.',
    doc:
      'You can stop an answer until the agent’s final reply, or while a draft is open. An unsent delivery is withdrawn, a sent one is ' +
      'not retried. The draft becomes final as it is, without `intent` blocks. Approvals requested for the answer and still pending ' +
      'are denied. Later replies of the agent to this delivery are 409 `reply_stopped`. The same holds for the results of tools that ' +
      'the answer invoked, and for answers of other agents to it: they arrive, and their drafts become final. Repeating the call ' +
      'changes nothing. A task is cancelled instead, with `POST /v1/tasks/{taskId}/cancel`.',
    answer: { status: 202, json: itemOf(message) },
    refusals: ['conversation_not_found', 'message_not_found', 'not_allowed', 'nothing_to_stop'],
  }),
  searchMessages: human({
    method: 'GET',
    path: '/v1/search/messages',
    summary: 'Search the messages of your conversations, or of one, newest first.',
    doc:
      'Every word of `q` must match, the last one also as a prefix, in texts and in the visible parts of blocks: titles, labels, ' +
      'cells, options. Case is ignored. Drafts are not searched, nor the thinking and tool use of other people’s agents.\n\n' +
      '`snippet` is one line of plain text, at most 200 characters around the first match. A page may be shorter than `limit` while ' +
      '`nextCursor` is set.',
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
    summary: 'Send an asset of your own; an agent in the conversation gets it as a delivery.',
    doc:
      'The platform builds the block from the stored type: `image/*`, `audio/*` and `video/*` become those blocks, anything else a ' +
      '`file` block named by `filename` or by the upload’s name. `durationSeconds`, above 0 and at most 86,400, applies to audio and ' +
      'video. The message has `body: null`; the agent gets the block in `messages[].blocks` with an empty `text`.',
    body: sendAttachmentBody,
    answer: { status: 201, json: sentMessage },
    refusals: ['conversation_not_found', 'asset_not_found', 'agent_blocked'],
    idempotency: 'optional',
  }),
  listFiles: human({
    method: 'GET',
    path: '/v1/conversations/{conversationId}/files',
    summary: 'The files sent in a conversation, the newest upload first.',
    doc:
      'The list holds files that their owners sent to the conversation, each once, with the uploader. A file referenced by somebody ' +
      'who does not own it is left out: nobody else may read it either.',
    query: pageQuery,
    answer: { status: 200, json: pageOf(roomFile) },
    refusals: ['conversation_not_found'],
  }),
  readHistory: agent({
    method: 'GET',
    path: '/hooks/v1/conversations/{conversationId}/messages',
    summary: 'Read a conversation back, since your agent’s newest seat in it, in ascending seq.',
    doc:
      'The entries are those of envelopes plus `seq`; a message made of blocks also has their words as its `text`. `before`, `after`, ' +
      '`limit` and `cursor` work as for people.\n\n' +
      'It includes your agent’s own messages and the platform’s. It includes a person’s messages if that person granted `history.read` ' +
      'and has not blocked the agent. It never includes drafts. A direct conversation requires the grant: without it the call is 403 ' +
      '`scope_not_granted`. A page examines at most 5,000 messages, so it may be short, or empty, and still have a `next_cursor`.\n\n' +
      'A person without the grant is asked for it once: in a direct conversation by the refused call, in a group by a call with the ' +
      '`delivery_id` of a message of theirs.',
    query: z.object({
      before: seqQuery('before', 'A seq: the newest messages below it.'),
      after: seqQuery('after', 'A seq: the oldest messages above it.'),
      limit: pageQuery.shape.limit,
      cursor: textQuery('Where the page before ended: its next_cursor.'),
      delivery_id: idQuery('The delivery that the agent reads for. One that it may not answer asks nobody.'),
    }),
    answer: { status: 200, json: historyAnswer },
    refusals: ['conversation_not_found', 'scope_not_granted'],
    replayProtected: false,
  }),
  reportFailure: agent({
    method: 'POST',
    path: '/hooks/v1/deliveries/{deliveryId}/failure',
    summary: 'Report that a delivery could not be answered.',
    doc:
      'The draft becomes final as it is, without `intent` blocks, the conversation shows that the agent could not answer, and `reason` ' +
      '(1 to 1,000 characters) appears in the owner’s delivery log. Only the first report of a delivery counts. Later replies are ' +
      'still accepted.',
    body: failureBody,
    answer: { status: 202, json: failureAnswer },
    refusals: ['delivery_not_found', 'reply_stopped'],
    replayProtected: false,
  }),
  reply: agent({
    method: 'POST',
    path: '/hooks/v1/reply',
    summary: 'Answer a delivery, in part or finally; a final answer may call another agent.',
    doc:
      'A reply has 1 to 50 blocks. A partial reply replaces the open draft of the delivery, and the next final reply closes it under ' +
      'the same `message_id`. A draft that is not updated for 10 minutes is dropped. The 202 for a partial reply may precede its write ' +
      'to disk: a crash can lose the newest words of a draft, never a final reply.\n\n' +
      '`to_agent_id` sends the same blocks to another agent as `agent.call`. The interface describes calls between agents and their ' +
      'answers.',
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
  editByAgent: agent({
    method: 'POST',
    path: '/hooks/v1/messages/{messageId}/edit',
    summary: 'Change the blocks of a final message of your agent.',
    doc:
      'Your agent can edit a message for 7 days, at most 20 times. `blocks` are those of a final reply. The same blocks change ' +
      'nothing. Nobody is notified; everyone in the conversation gets `deliveryUpdated`, and people can read the earlier versions.\n\n' +
      'A message is `message_locked` once a person has answered one of its forms or chosen one of its options, and while an approval ' +
      'asked in answer to the same delivery is pending or approved. Drafts, deleted messages and messages of others are 404 ' +
      '`message_not_found`, and so is every message after the person blocked the agent or the agent left the conversation.',
    body: editByAgentBody,
    answer: { status: 200, json: editByAgentAnswer },
    refusals: [
      'message_not_found',
      'reply_stopped',
      'edit_window_over',
      'edit_limit_reached',
      'message_locked',
      'block_invalid',
      'intent_requires_partial',
    ],
    idempotency: 'optional',
    replayProtected: true,
  }),
  sendProactive: agent({
    method: 'POST',
    path: '/hooks/v1/proactive',
    summary: 'Send a message that answers no delivery.',
    doc:
      'The platform checks in this order: the agent’s membership in the conversation, that the agent is live, and that a person in the ' +
      'conversation granted `proactive.message` and has neither muted nor blocked the agent. The answer is the same whoever is ' +
      'notified.',
    body: proactiveBody,
    answer: { status: 202, json: proactiveAnswer },
    refusals: ['proactive_target_unavailable', 'scope_not_granted', 'block_invalid', 'intent_requires_partial'],
    idempotency: 'required',
    replayProtected: true,
  }),
} as const;
