import { routes } from '@parley/protocol';
import type { RevokeIssued } from '../../accounts/users/delete-token.ts';
import { acting } from '../../platform/routing/acting.ts';
import type { Core } from '../../platform/routing/core.ts';
import { humanRoute, type HumanRoute } from '../../platform/routing/route.ts';
import { mailReset } from './mail-reset.ts';
import { makeResetLink } from './make-reset-link.ts';
import { redeemReset } from './redeem-reset.ts';

/** Routes by which a person gets a new password without the old one. */
export function resetRoutes(app: Core, revokeIssued: RevokeIssued): HumanRoute[] {
  return [
    humanRoute(routes.makeResetLink, async ({ caller, params, origin, act }) => ({
      item: await makeResetLink(acting(app, act), caller.userId, params.userId, origin),
    })),
    humanRoute(routes.askPasswordReset, async ({ body, act }) => {
      void mailReset(acting(app, act), body.identifier).catch((error: unknown) =>
        app.log.warn({ err: error }, 'mail with a reset link was not queued'),
      );
      return {};
    }),
    humanRoute(routes.redeemPasswordReset, ({ body, act }) => redeemReset(acting(app, act), body, revokeIssued)),
  ];
}
