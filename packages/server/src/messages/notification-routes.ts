import { notification, notificationsReadBody, pageOf as pageSchema, type Notification } from '@parley/protocol';
import type { App } from '../app.ts';
import { pageOf, pageQuery, readCursor, readLimit } from '../pages.ts';
import { humanRoute, noContent, ok, type HumanRoute } from '../route.ts';
import { listNotifications, markNotificationsRead, type NotificationRow } from './notification-queries.ts';

/** What draws a person's attention. */
export function notificationRoutes({ storage, clock }: Pick<App, 'storage' | 'clock'>): HumanRoute[] {
  return [
    humanRoute({
      method: 'GET',
      path: '/v1/notifications',
      summary: 'Your notifications, newest first.',
      success: { status: 200, schema: pageSchema(notification) },
      query: pageQuery,
      async handle({ caller, query }) {
        const limit = readLimit(query);
        const below = readCursor(query)?.[0] ?? null;
        const rows = await listNotifications(storage.db, { userId: caller.userId, below, limit: limit + 1 });
        const page = pageOf(rows, limit, (row) => [row.notification_id]);
        return ok({ ...page, items: page.items.map(presentNotification) });
      },
    }),
    humanRoute({
      method: 'PUT',
      path: '/v1/notifications/read',
      summary: 'Say which notifications you have read.',
      success: { status: 204 },
      body: notificationsReadBody,
      async handle({ caller, body }) {
        const at = new Date(clock.now());
        await markNotificationsRead(storage.db, { userId: caller.userId, notificationIds: body.notificationIds, at });
        return noContent;
      },
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
