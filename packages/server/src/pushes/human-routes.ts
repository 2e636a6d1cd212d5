import { isId, routes } from '@parley/protocol';
import type { Core } from '../routing/core.ts';
import { humanRoute, type HumanRoute } from '../routing/route.ts';
import { pushKeyOf } from './push-keys.ts';
import { deleteOwnSubscription } from './queries.ts';
import { subscribe } from './subscribe.ts';

/** To which browsers a person has pushes sent. */
export function pushRoutes(app: Core): HumanRoute[] {
  return [
    humanRoute(routes.getPushKey, async () => ({
      item: { key: (await pushKeyOf(app)).publicKey.toString('base64url') },
    })),
    humanRoute(routes.subscribe, async ({ caller, body }) => {
      const row = await subscribe(app, caller, body);
      return { item: { subscriptionId: row.subscription_id, createdAt: row.created_at.toISOString() } };
    }),
    humanRoute(routes.unsubscribe, async ({ caller, params: { subscriptionId }, refuse }) => {
      const now = new Date(app.clock.now());
      const isEnded =
        isId('subscription', subscriptionId) &&
        (await deleteOwnSubscription(app.storage.db, caller.userId, subscriptionId, now));
      if (!isEnded) refuse('subscription_not_found');
    }),
  ];
}
