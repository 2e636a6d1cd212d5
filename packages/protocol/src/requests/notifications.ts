import { z } from 'zod';
import { idSchema, type ApprovalId, type ConversationId, type MessageId, type NotificationId } from '../ids.ts';
import { limits } from '../limits.ts';

/** PUT /v1/notifications/read. Ids of others and unknown ones are passed over. */
export const notificationsReadBody = z.strictObject({
  notificationIds: z.array(idSchema('notification')).max(limits.pageItemsMax),
});

/** What draws a person's attention. It points at a thing and shows nothing of it; `readAt` is null until it was read. */
export interface Notification {
  readonly notificationId: NotificationId;
  readonly type: 'message' | 'approval' | 'task';
  readonly conversationId: ConversationId | null;
  readonly messageId: MessageId | null;
  readonly approvalId: ApprovalId | null;
  readonly createdAt: string;
  readonly readAt: string | null;
}
