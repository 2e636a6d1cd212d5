import { z } from 'zod';
import { timestamp } from '../fields.ts';
import { idSchema } from '../ids.ts';
import { limits } from '../limits.ts';

/** PUT /v1/notifications/read. Ids of others and unknown ones are passed over. */
export const notificationsReadBody = z
  .strictObject({
    notificationIds: z.array(idSchema('notification')).max(limits.pageItemsMax),
  })
  .meta({ id: 'NotificationsReadBody' });

/** What draws a person's attention. It points at a thing and shows nothing of it; `readAt` is null until it was read. */
export const notification = z
  .strictObject({
    notificationId: idSchema('notification'),
    type: z.enum(['message', 'approval', 'task']),
    conversationId: idSchema('conversation').nullable(),
    messageId: idSchema('message').nullable(),
    approvalId: idSchema('approval').nullable(),
    createdAt: timestamp,
    readAt: timestamp.nullable(),
  })
  .meta({ id: 'Notification' });

export type Notification = z.infer<typeof notification>;
