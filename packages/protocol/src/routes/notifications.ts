import { notification, notificationsReadBody } from '../requests/notifications.ts';
import { pageOf } from '../requests/pages.ts';
import { pageQuery } from './query.ts';
import { human } from './route.ts';

/** The caller's notifications. */
export const notificationRoutes = {
  listNotifications: human({
    method: 'GET',
    path: '/v1/notifications',
    summary: 'Your notifications, newest first.',
    query: pageQuery,
    answer: { status: 200, json: pageOf(notification) },
  }),
  markNotificationsRead: human({
    method: 'PUT',
    path: '/v1/notifications/read',
    summary: 'Say which notifications you have read.',
    body: notificationsReadBody,
    answer: { status: 204 },
  }),
} as const;
