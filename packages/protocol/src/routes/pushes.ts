import { itemOf } from '../requests/pages.ts';
import { pushKey, pushSubscription, subscribeBody } from '../requests/pushes.ts';
import { human } from './route.ts';

/** Web Push: what draws a person's attention while the app is closed. */
export const pushRoutes = {
  getPushKey: human({
    method: 'GET',
    path: '/v1/push/key',
    summary: 'The key that a browser subscribes with.',
    answer: { status: 200, json: itemOf(pushKey) },
  }),
  subscribe: human({
    method: 'POST',
    path: '/v1/push/subscriptions',
    summary: 'Have pushes sent to a browser.',
    doc:
      'The same endpoint keeps its id and belongs to whoever subscribed last. A subscription ends with the session or the token that ' +
      'made it, at its `expirationTime`, and where the push service answers 404 or 410.',
    body: subscribeBody,
    answer: { status: 201, json: itemOf(pushSubscription) },
    refusals: ['too_many_subscriptions'],
  }),
  unsubscribe: human({
    method: 'DELETE',
    path: '/v1/push/subscriptions/{subscriptionId}',
    summary: 'Have nothing pushed to a browser any more.',
    answer: { status: 204 },
    refusals: ['subscription_not_found'],
  }),
} as const;
