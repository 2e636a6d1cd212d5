import { routes } from '@parley/protocol';
import { presentUser } from '../../accounts/users/present.ts';
import { userOf } from '../../accounts/users/read-caller.ts';
import { acting } from '../../platform/routing/acting.ts';
import type { Core } from '../../platform/routing/core.ts';
import { humanRoute, type HumanRoute } from '../../platform/routing/route.ts';
import { becomeAdmin, signUpAdmin } from './become-admin.ts';

/** The route that makes a person the first administrator. */
export function setupRoutes(app: Pick<Core, 'storage' | 'commit' | 'clock'>): HumanRoute[] {
  return [
    humanRoute(routes.setUp, async ({ caller, body, headers, act, refuse }) => {
      if (caller === null) {
        const { user, account, token } = await signUpAdmin(acting(app, act), body, headers['user-agent']);
        return { sessionToken: token, json: { item: presentUser(user, account) } };
      }
      const [extra] = Object.keys(body).filter((name) => name !== 'token');
      if (extra !== undefined)
        return refuse('malformed_request', {
          path: `/${extra}`,
          message: 'With a session, this call takes the token alone.',
        });
      const item = presentUser(userOf(caller), await becomeAdmin(acting(app, act), caller, body.token));
      return { sessionToken: undefined, status: 200, json: { item } };
    }),
  ];
}
