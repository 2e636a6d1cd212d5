import {
  conversationPreferencesBody,
  itemOf,
  listedConversation,
  markReadBody,
  openConversationBody,
  pageOf as pageSchema,
} from '@parley/protocol';
import type { App } from '../app.ts';
import { runOnce } from '../idempotency/run-once.ts';
import { pageOf, pageQuery, readLimit, readTimeCursor } from '../pages.ts';
import { humanRoute, noContent, ok, type HumanRoute } from '../route.ts';
import { tell } from '../signals/signal.ts';
import { deleteConversation } from './delete-conversation.ts';
import { openConversation } from './open-conversation.ts';
import { ownRoom } from './own-room.ts';
import { presentRoom, presentRooms } from './present.ts';
import { listOwnRooms, updateMuted, updateRead } from './queries.ts';

/** Rooms as their people open, list, mute and leave them. */
export function conversationRoutes(app: App): HumanRoute[] {
  const { storage } = app;
  return [
    humanRoute({
      method: 'POST',
      path: '/v1/conversations',
      summary: 'Open a room with an agent, with people, or both.',
      success: { status: 201, schema: itemOf(listedConversation) },
      refusals: ['members_required', 'too_many_agents', 'agent_not_found', 'user_not_found'],
      body: openConversationBody,
      idempotency: 'optional',
      async handle({ caller, body, key }) {
        const answer = await runOnce(app, key, async (tx) => {
          const conversationId = await openConversation(app, tx, { userId: caller.userId, ...body });
          return { status: 201, answer: await presentRoom(tx, caller.userId, conversationId) };
        });
        if (!answer.replayed) announce(app, answer.body);
        return answer;
      },
    }),
    humanRoute({
      method: 'GET',
      path: '/v1/conversations',
      summary: 'Your rooms, most recent activity first.',
      success: { status: 200, schema: pageSchema(listedConversation) },
      query: pageQuery,
      async handle({ caller, query }) {
        const limit = readLimit(query);
        const below = readTimeCursor(query);
        const rows = await listOwnRooms(storage.db, { userId: caller.userId, below, limit: limit + 1 });
        const page = pageOf(rows, limit, (row) => [row.last_activity_at.toISOString(), row.conversation_id]);
        return ok({ ...page, items: await presentRooms(storage.db, page.items, caller.userId) });
      },
    }),
    humanRoute({
      method: 'GET',
      path: '/v1/conversations/:conversationId',
      summary: 'One of your rooms.',
      success: { status: 200, schema: itemOf(listedConversation) },
      refusals: ['conversation_not_found'],
      handle: async ({ caller, params }) =>
        ok(await presentRoom(storage.db, caller.userId, params.conversationId as string)),
    }),
    humanRoute({
      method: 'DELETE',
      path: '/v1/conversations/:conversationId',
      summary: 'Delete a room that you opened, for everyone.',
      success: { status: 204 },
      refusals: ['conversation_not_found', 'not_allowed'],
      async handle({ caller, params }) {
        await deleteConversation(app, caller.userId, params.conversationId as string);
        return noContent;
      },
    }),
    ...ownTermsRoutes(app),
  ];
}

/** How far one has read, and whether one wants to be told. */
function ownTermsRoutes({ storage, hub }: App): HumanRoute[] {
  return [
    humanRoute({
      method: 'PUT',
      path: '/v1/conversations/:conversationId/read',
      summary: 'Say up to which message you have read.',
      success: { status: 204 },
      refusals: ['conversation_not_found'],
      body: markReadBody,
      async handle({ caller, params, body }) {
        const room = await ownRoom(storage.db, caller.userId, params.conversationId as string);
        const seq = Math.min(body.seq, room.last_seq);
        await updateRead(storage.db, [{ conversationId: room.conversation_id, userId: caller.userId, seq }]);
        hub.publish([tell([caller.userId], 'conversationUpdated', { conversationId: room.conversation_id })]);
        return noContent;
      },
    }),
    humanRoute({
      method: 'PUT',
      path: '/v1/conversations/:conversationId/preferences',
      summary: 'Mute a room for yourself.',
      success: { status: 204 },
      refusals: ['conversation_not_found'],
      body: conversationPreferencesBody,
      async handle({ caller, params, body }) {
        const room = await ownRoom(storage.db, caller.userId, params.conversationId as string);
        await updateMuted(storage.db, room.conversation_id, caller.userId, body.muted);
        hub.publish([tell([caller.userId], 'conversationUpdated', { conversationId: room.conversation_id })]);
        return noContent;
      },
    }),
  ];
}

/** Tells the others in a new room that it is there. */
function announce({ hub }: App, body: string): void {
  const { item } = JSON.parse(body) as Awaited<ReturnType<typeof presentRoom>>;
  if (!item) return;
  const everyone = [item.creatorUserId, ...item.userMembers.map((person) => person.userId)];
  hub.publish([tell(everyone, 'conversationUpdated', { conversationId: item.conversationId })]);
}
