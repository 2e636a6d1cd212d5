import {
  addMemberBody,
  isId,
  itemOf,
  listedConversation,
  message,
  pageOf,
  sendMessageBody,
  sentMessage,
  type Refusal,
} from '@parley/protocol';
import type { App } from '../app.ts';
import { ownRoom } from '../conversations/own-room.ts';
import type { StoredAnswer } from '../idempotency/idempotency.ts';
import { pageQuery } from '../pages.ts';
import { Refused, refuse } from '../refusal.ts';
import { humanRoute, noContent, ok, type HumanRoute } from '../route.ts';
import { createBatcher } from '../storage/batcher.ts';
import { addMember, removeMember } from './change-members.ts';
import { findDraftsOfRoom } from './draft-queries.ts';
import { listMessages } from './list-messages.ts';
import { sendWithSpan } from './message-span.ts';
import { openDraftsSince, presentMessages } from './present.ts';
import { findMessage } from './queries.ts';
import { attachmentRoute } from './send-attachment.ts';
import { sendMessages, type SendMessage } from './send-messages.ts';

/** What people say in their rooms, and who is in them. */
export function messageRoutes(app: App): HumanRoute[] {
  const sends = createBatcher<SendMessage, StoredAnswer | Refusal>({
    maxBatch: 256,
    maxQueued: 10_000,
    onRun: (size) => app.metrics.batchRan('send', size),
    run: (batch) => sendMessages(app, batch),
  });
  const send = (message: SendMessage) => sendWithSpan(message, (traced) => sends.add(traced));
  return [
    humanRoute({
      method: 'POST',
      path: '/v1/conversations/:conversationId/messages',
      summary: 'Send a message; a seated agent gets it as a delivery.',
      success: { status: 201, schema: sentMessage },
      refusals: ['conversation_not_found', 'agent_blocked'],
      body: sendMessageBody,
      idempotency: 'optional',
      async handle({ caller, params, body, key, trace }) {
        const { conversationId = '' } = params;
        const verdict = await send({ sender: caller, conversationId, text: body.text, key, trace });
        if ('code' in verdict) throw new Refused(verdict);
        return verdict;
      },
    }),
    attachmentRoute(app, send),
    ...readRoutes(app),
    ...memberRoutes(app),
  ];
}

function readRoutes(app: App): HumanRoute[] {
  const { storage, clock } = app;
  return [
    humanRoute({
      method: 'GET',
      path: '/v1/conversations/:conversationId/messages',
      summary: 'A page of a room in ascending seq: the newest, or from ?before= or ?after= a seq.',
      success: { status: 200, schema: pageOf(message) },
      refusals: ['conversation_not_found'],
      query: {
        before: 'A seq: the newest messages below it.',
        after: 'A seq: the oldest messages above it.',
        ...pageQuery,
      },
      handle: async ({ caller, params, query }) =>
        ok(await listMessages(app, caller.userId, params.conversationId as string, query)),
    }),
    humanRoute({
      method: 'GET',
      path: '/v1/conversations/:conversationId/messages/:messageId',
      summary: 'One message, or an open draft.',
      success: { status: 200, schema: itemOf(message) },
      refusals: ['conversation_not_found', 'message_not_found'],
      async handle({ caller, params }) {
        const room = await ownRoom(storage.db, caller.userId, params.conversationId as string);
        const { messageId } = params;
        if (!isId('message', messageId)) return refuse('message_not_found');
        const row = await findMessage(storage.db, room.conversation_id, messageId);
        const drafts = row
          ? []
          : await findDraftsOfRoom(storage.db, room.conversation_id, openDraftsSince(clock.now()));
        const draft = drafts.filter((candidate) => candidate.message_id === messageId);
        const [item] = await presentMessages(storage.db, room, caller.userId, row ? [row] : [], draft);
        return item ? ok({ item }) : refuse('message_not_found');
      },
    }),
  ];
}

/** Joining and leaving stand here and not with the rooms, because each is a line of the room too. */
function memberRoutes(app: App): HumanRoute[] {
  return [
    humanRoute({
      method: 'POST',
      path: '/v1/conversations/:conversationId/members',
      summary: 'Seat an agent or a person in a room.',
      success: { status: 200, schema: itemOf(listedConversation) },
      refusals: [
        'conversation_not_found',
        'agent_not_found',
        'user_not_found',
        'agent_already_seated',
        'too_many_members',
      ],
      body: addMemberBody,
      async handle({ caller, params, body }) {
        return ok({ item: await addMember(app, caller, params.conversationId as string, body) });
      },
    }),
    humanRoute({
      method: 'DELETE',
      path: '/v1/conversations/:conversationId/members/:memberId',
      summary: 'Leave a room, or remove a member from one that you opened.',
      success: { status: 204 },
      refusals: ['conversation_not_found', 'member_not_found', 'not_allowed'],
      async handle({ caller, params }) {
        await removeMember(app, caller, params.conversationId as string, params.memberId as string);
        return noContent;
      },
    }),
  ];
}
