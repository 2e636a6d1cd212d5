import { isId, routes } from '@parley/protocol';
import { configForRequest } from '../../platform/routing/config-for-request.ts';
import type { Core } from '../../platform/routing/core.ts';
import { humanRoute, type HumanRoute } from '../../platform/routing/route.ts';
import { pushKeyOf } from './push-keys.ts';
import { deleteOwnSubscription } from './queries.ts';
import { subscribe } from './subscribe.ts';

/** Routes for a person's push subscriptions. */
export function pushRoutes(app: Core): HumanRoute[] {
  return [
    humanRoute(routes.getPushKey, async () => ({
      item: { key: (await pushKeyOf(app)).publicKey.toString('base64url') },
    })),
    humanRoute(routes.subscribe, async ({ caller, body, headers }) => {
      const row = await subscribe({ ...app, config: configForRequest(app.config, headers) }, caller, body);
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
