import { routes, type Notification } from '@parley/protocol';
import type { App } from '../conversations/app.ts';
import { pageOf, readCursor } from '../../platform/routing/pages.ts';
import { humanRoute, type HumanRoute } from '../../platform/routing/route.ts';
import { listNotifications, markNotificationsRead, type NotificationRow } from './queries.ts';

/** Routes that list notifications and mark them as read. */
export function notificationRoutes({ storage, clock }: Pick<App, 'storage' | 'clock'>): HumanRoute[] {
  return [
    humanRoute(routes.listNotifications, async ({ caller, query: { limit, cursor } }) => {
      const [below = null] = readCursor(cursor) ?? [];
      const rows = await listNotifications(storage.db, { userId: caller.userId, below, limit: limit + 1 });
      return pageOf(rows, { limit, key: (row) => [row.notification_id], present: presentNotification });
    }),
    humanRoute(routes.markNotificationsRead, async ({ caller, body }) => {
      const at = new Date(clock.now());
      await markNotificationsRead(storage.db, { userId: caller.userId, notificationIds: body.notificationIds, at });
    }),
  ];
}

function presentNotification(row: NotificationRow): Notification {
  return {
    notificationId: row.notification_id,
    type: row.type,
    conversationId: row.conversation_id,
    messageId: row.message_id,
    approvalId: row.approval_id,
    createdAt: row.created_at.toISOString(),
    readAt: row.read_at?.toISOString() ?? null,
  };
}
