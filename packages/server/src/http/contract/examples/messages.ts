import type { Message, MessageRevision } from '@parley/protocol';
import { message, queuedDelivery } from './things.ts';
import { at, ids } from './values.ts';

/** A person's message after an edit. */
export const editedMessage: Message = {
  ...message,
  author: { type: 'user', id: ids.user, name: 'Ada' },
  body: 'What is for supper?',
  blocks: [],
  replyToDeliveryId: null,
  notify: false,
  editedAt: at(6),
  revision: 1,
};

/** Its versions. */
export const revisions: MessageRevision[] = [
  { revision: 0, body: 'What is for dinner?', blocks: [], at: at(4) },
  { revision: 1, body: 'What is for supper?', blocks: [], at: at(6) },
];

export const stoppedMessage: Message = {
  ...message,
  seq: 1,
  author: { type: 'user', id: ids.user, name: 'Ada' },
  body: 'What is for dinner?',
  blocks: [],
  createdAt: at(4),
  replyToDeliveryId: null,
  notify: false,
  deliveries: [{ ...queuedDelivery, status: 'failed', nextAttemptAt: null, attemptCount: 1 }],
  stopped: true,
};
