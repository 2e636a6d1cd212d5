import { routes } from '@parley/protocol';
import type { RevokeIssued } from '../../accounts/users/delete-token.ts';
import { presentUser } from '../../accounts/users/present.ts';
import type { App } from '../../chat/conversations/app.ts';
import { acting } from '../../platform/routing/acting.ts';
import { humanRoute, type HumanRoute } from '../../platform/routing/route.ts';
import { recover } from './recover.ts';

/** The route of the link that `parley-server recover` prints. */
export function recoveryRoutes(app: App, revokeIssued: RevokeIssued): HumanRoute[] {
  return [
    humanRoute(routes.recover, async ({ body, headers, act }) => {
      const { user, account, token } = await recover(acting(app, act), body, headers['user-agent'], revokeIssued);
      return { sessionToken: token, json: { item: presentUser(user, account) } };
    }),
  ];
}
