import { routes, type ConversationId, type UserId } from '@parley/protocol';
import type { App } from './app.ts';
import { acting } from '../../platform/routing/acting.ts';
import { runOnce } from '../../platform/idempotency/run-once.ts';
import { pageOf, readCursor, readTimeCursor } from '../../platform/routing/pages.ts';
import { humanRoute, type HumanRoute } from '../../platform/routing/route.ts';
import { tell } from '../../platform/signals/signal.ts';
import type { Tx } from '../../platform/storage/storage.ts';
import { updateAttention } from './attention-queries.ts';
import { deleteConversation, type EndRoom } from './delete-conversation.ts';
import { listArchivedConversations, listOwnConversations, type ListPlace } from './list-queries.ts';
import type { NewContacts } from './new-contacts.ts';
import { openConversation } from './open-conversation.ts';
import { requireMember } from './require-member.ts';
import { presentMembers, presentConversation, presentConversations } from './present.ts';
import { updateConversation } from './update-conversation.ts';
import { updateRead } from './queries.ts';

/** Marks a person's notifications of a conversation as seen, up to `seq`. */
export type SeeNotifications = (
  tx: Tx,
  read: { readonly conversationId: ConversationId; readonly userId: UserId; readonly seq: number; readonly at: Date },
) => Promise<void>;

/** Routes to open, list, rename and delete conversations, and for a person's own settings of them. */
export function conversationRoutes(
  app: App,
  seeNotifications: SeeNotifications,
  passNewContacts: NewContacts,
  endRoom: EndRoom,
): HumanRoute[] {
  const { storage } = app;
  return [
    humanRoute(routes.openConversation, ({ caller, body, key, act }) => {
      const { userId } = caller;
      return runOnce(acting(app, act), key, async ({ tx, tell, audit }) => {
        const { conversationId, people } = await openConversation(app, tx, { userId, ...body }, passNewContacts);
        tell(people, 'conversationUpdated', { conversationId });
        await audit('conversation.opened', { conversationId, ...body });
        return { status: 201, answer: await presentConversation(tx, userId, conversationId) };
      });
    }),
    humanRoute(routes.listConversations, async ({ caller, query: { limit, cursor, archived } }) => {
      const list = archived === undefined ? listOwnConversations : listArchivedConversations;
      const rows = await list(storage.db, { userId: caller.userId, below: readPlace(cursor), limit: limit + 1 });
      const items = await presentConversations(storage.db, rows, caller.userId);
      return pageOf(
        items.map((item, index) => ({ item, row: rows[index] })),
        {
          limit,
          key: ({ row, item }) => [
            row?.last_activity_at.toISOString() ?? '',
            item.conversationId,
            ...(item.pinned && archived === undefined ? ['pinned'] : []),
          ],
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
      const rest = members.filter(({ id }) => id > after);
      return pageOf(rest, {
        limit,
        key: ({ id }) => [id],
        present: ({ member }) => member,
      });
    }),
    humanRoute(routes.updateConversation, ({ caller, params, body }) =>
      updateConversation(app, caller.userId, params.conversationId, body),
    ),
    humanRoute(routes.deleteConversation, ({ caller, params, act }) =>
      deleteConversation(acting(app, act), caller.userId, params.conversationId, endRoom),
    ),
    ...ownTermsRoutes(app, seeNotifications),
  ];
}

function readPlace(cursor: string | undefined): ListPlace | null {
  const [at, id] = readTimeCursor(cursor) ?? [];
  if (at === undefined || id === undefined) return null;
  return { at, id, isPinned: readCursor(cursor)?.[2] === 'pinned' };
}

/** Routes for a person's own read mark and settings. */
function ownTermsRoutes({ storage, hub, clock }: App, seeNotifications: SeeNotifications): HumanRoute[] {
  return [
    humanRoute(routes.markRead, async ({ caller, params, body }) => {
      const conversation = await requireMember(storage.db, caller.userId, params.conversationId);
      const seq = Math.min(body.seq, conversation.last_seq);
      const read = { conversationId: conversation.conversation_id, userId: caller.userId, seq };
      await storage.transaction(async (tx) => {
        await updateRead(tx, [read]);
        await seeNotifications(tx, { ...read, at: new Date(clock.now()) });
      });
      hub.publish([tell([caller.userId], 'conversationUpdated', { conversationId: conversation.conversation_id })]);
    }),
    humanRoute(routes.setConversationPreferences, async ({ caller, params, body }) => {
      const conversation = await requireMember(storage.db, caller.userId, params.conversationId);
      await updateAttention(storage.db, conversation.conversation_id, caller.userId, body);
      hub.publish([tell([caller.userId], 'conversationUpdated', { conversationId: conversation.conversation_id })]);
    }),
  ];
}
