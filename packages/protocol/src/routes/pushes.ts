import { itemOf } from '../requests/pages.ts';
import { pushKey, pushSubscription, subscribeBody } from '../requests/pushes.ts';
import { human } from './route.ts';

/** Web Push: notifications while the app is closed. */
export const pushRoutes = {
  getPushKey: human({
    method: 'GET',
    path: '/v1/push/key',
    summary: 'The key that a browser subscribes with.',
    doc: 'It is the `applicationServerKey`: 65 bytes in base64url.',
    answer: { status: 200, json: itemOf(pushKey) },
  }),
  subscribe: human({
    method: 'POST',
    path: '/v1/push/subscriptions',
    summary: 'Subscribe a browser to pushes.',
    doc:
      'The body is what `PushSubscription.toJSON()` gives. `p256dh` is an uncompressed P-256 point and `auth` 16 bytes, both in ' +
      'base64url without padding. `expirationTime` is milliseconds since 1970, a time, or null. The endpoint must satisfy the rule of ' +
      'webhook URLs; otherwise the call is 400 `malformed_request` at `/endpoint`.\n\n' +
      'The same endpoint keeps its id and belongs to the last subscriber. A subscription ends with the session or token that created ' +
      'it, at its `expirationTime`, or when the push service answers 404 or 410. You may have twenty.',
    body: subscribeBody,
    answer: { status: 201, json: itemOf(pushSubscription) },
    refusals: ['too_many_subscriptions'],
  }),
  unsubscribe: human({
    method: 'DELETE',
    path: '/v1/push/subscriptions/{subscriptionId}',
    summary: 'End the push subscription of a browser.',
    answer: { status: 204 },
    refusals: ['subscription_not_found'],
  }),
} as const;
