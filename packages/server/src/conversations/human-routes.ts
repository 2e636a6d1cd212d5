import { routes } from '@parley/protocol';
import type { App } from './app.ts';
import { runOnce } from '../idempotency/run-once.ts';
import { pageOf, readCursor, readTimeCursor } from '../routing/pages.ts';
import { humanRoute, type HumanRoute } from '../routing/route.ts';
import { tell } from '../signals/signal.ts';
import { updateAttention } from './attention-queries.ts';
import { deleteConversation } from './delete-conversation.ts';
import { listOwnConversations } from './list-queries.ts';
import { openConversation } from './open-conversation.ts';
import { requireMember } from './require-member.ts';
import { presentMembers, presentConversation, presentConversations } from './present.ts';
import { renameConversation } from './rename-conversation.ts';
import { updateRead } from './queries.ts';

/** Conversations as their people open, list, mute and leave them. */
export function conversationRoutes(app: App): HumanRoute[] {
  const { storage } = app;
  return [
    humanRoute(routes.openConversation, ({ caller, body, key }) => {
      const { userId } = caller;
      return runOnce(app, key, async ({ tx, tell }) => {
        const { conversationId, people } = await openConversation(app, tx, { userId, ...body });
        tell(people, 'conversationUpdated', { conversationId });
        return { status: 201, answer: await presentConversation(tx, userId, conversationId) };
      });
    }),
    humanRoute(routes.listConversations, async ({ caller, query: { limit, cursor } }) => {
      const below = readTimeCursor(cursor);
      const rows = await listOwnConversations(storage.db, { userId: caller.userId, below, limit: limit + 1 });
      const items = await presentConversations(storage.db, rows, caller.userId);
      return pageOf(
        items.map((item, index) => ({ item, row: rows[index] })),
        {
          limit,
          key: ({ row, item }) => [row?.last_activity_at.toISOString() ?? '', item.conversationId],
          present: ({ item }) => item,
        },
      );
    }),
    humanRoute(routes.getConversation, ({ caller, params }) =>
      presentConversation(storage.db, caller.userId, params.conversationId),
    ),
    humanRoute(routes.listMembers, async ({ caller, params, query: { limit, cursor } }) => {
      const conversation = await requireMember(storage.db, caller.userId, params.conversationId);
      const [after = ''] = readCursor(cursor) ?? [];
      const members = await presentMembers(storage.db, conversation);
      return pageOf(members.slice(members.findIndex(({ id }) => id === after) + 1), {
        limit,
        key: ({ id }) => [id],
        present: ({ member }) => member,
      });
    }),
    humanRoute(routes.renameConversation, ({ caller, params, body }) =>
      renameConversation(app, caller.userId, params.conversationId, body.title),
    ),
    humanRoute(routes.deleteConversation, ({ caller, params }) =>
      deleteConversation(app, caller.userId, params.conversationId),
    ),
    ...ownTermsRoutes(app),
  ];
}

/** How far one has read, and whether one wants to be told. */
function ownTermsRoutes({ storage, hub }: App): HumanRoute[] {
  return [
    humanRoute(routes.markRead, async ({ caller, params, body }) => {
      const conversation = await requireMember(storage.db, caller.userId, params.conversationId);
      const seq = Math.min(body.seq, conversation.last_seq);
      await updateRead(storage.db, [{ conversationId: conversation.conversation_id, userId: caller.userId, seq }]);
      hub.publish([tell([caller.userId], 'conversationUpdated', { conversationId: conversation.conversation_id })]);
    }),
    humanRoute(routes.setConversationPreferences, async ({ caller, params, body }) => {
      const conversation = await requireMember(storage.db, caller.userId, params.conversationId);
      await updateAttention(storage.db, conversation.conversation_id, caller.userId, body);
      hub.publish([tell([caller.userId], 'conversationUpdated', { conversationId: conversation.conversation_id })]);
    }),
  ];
}
