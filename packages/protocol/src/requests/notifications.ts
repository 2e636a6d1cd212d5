import { z } from 'zod';
import { timestamp } from '../fields.ts';
import { idSchema } from '../ids.ts';
import { limits } from '../limits.ts';

/** PUT /v1/notifications/read. Ignores unknown ids and ids of other people. */
export const notificationsReadBody = z
  .strictObject({
    notificationIds: z.array(idSchema('notification')).max(limits.pageItemsMax),
  })
  .meta({ id: 'NotificationsReadBody' });

/**
 * A notification for a person. It holds a pointer and no content; `readAt` is null until it is read. A `mention` is a
 * message of a person or an agent with this person's handle.
 */
export const notification = z
  .strictObject({
    notificationId: idSchema('notification'),
    type: z.enum(['message', 'mention', 'approval', 'task']),
    conversationId: idSchema('conversation').nullable(),
    messageId: idSchema('message').nullable(),
    approvalId: idSchema('approval').nullable(),
    createdAt: timestamp,
    readAt: timestamp.nullable(),
  })
  .meta({ id: 'Notification' });

export type Notification = z.infer<typeof notification>;
