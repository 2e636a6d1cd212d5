import { routes } from '@parley/protocol';
import { acting } from '../../platform/routing/acting.ts';
import type { Core } from '../../platform/routing/core.ts';
import { humanRoute, type HumanRoute } from '../../platform/routing/route.ts';
import { askEmail, verifyEmail } from './change-email.ts';

/** Routes by which people set their mail address. */
export function emailRoutes(app: Core): HumanRoute[] {
  return [
    humanRoute(routes.setEmail, async ({ caller, body, act }) => {
      await askEmail(acting(app, act), caller.userId, body.email);
      return {};
    }),
    humanRoute(routes.verifyEmail, ({ caller, body, act }) => verifyEmail(acting(app, act), caller.userId, body.token)),
  ];
}
