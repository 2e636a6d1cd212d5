import { z } from 'zod';
import { bounded } from '../bounded.ts';
import { moment, timestamp } from '../fields.ts';
import { idSchema } from '../ids.ts';

const base64url = (characters: number) => z.string().regex(new RegExp(`^[A-Za-z0-9_-]{${characters}}$`));

/**
 * POST /v1/push/subscriptions: a browser's `PushSubscription` as JSON. `p256dh` is an uncompressed point of P-256, 65 bytes, and `auth` 16
 * bytes, both in base64url without padding. `expirationTime` is in milliseconds since 1970, as in browsers, or a time in ISO 8601; nothing
 * is pushed after it.
 */
export const subscribeBody = z
  .strictObject({
    endpoint: bounded(2000).check(z.url({ protocol: /^https?$/ })),
    keys: z.strictObject({ p256dh: base64url(87), auth: base64url(22) }),
    expirationTime: z
      .union([z.number().min(0).max(8_640_000_000_000_000), moment])
      .nullable()
      .optional(),
  })
  .meta({ id: 'SubscribeBody' });

/** The key that browsers subscribe with (`applicationServerKey`): an uncompressed point of P-256, 65 bytes in base64url. */
export const pushKey = z.strictObject({ key: base64url(87) }).meta({ id: 'PushKey' });

export const pushSubscription = z
  .strictObject({ subscriptionId: idSchema('subscription'), createdAt: timestamp })
  .meta({ id: 'PushSubscription' });

/** The payload of a push. It holds no content: the app fetches the message with the person's own permissions. */
export const pushPayload = z.strictObject({
  kind: z.enum(['message', 'mention', 'approval', 'task']),
  conversationId: idSchema('conversation'),
});

export type SubscribeBody = z.infer<typeof subscribeBody>;
export type PushSubscriptionItem = z.infer<typeof pushSubscription>;
export type PushPayload = z.infer<typeof pushPayload>;
