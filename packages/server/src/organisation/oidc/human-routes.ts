import { routes } from '@parley/protocol';
import type { App } from '../../chat/conversations/app.ts';
import { acting } from '../../platform/routing/acting.ts';
import { humanRoute, type HumanRoute } from '../../platform/routing/route.ts';
import { beginFlow } from './begin-flow.ts';
import { finishFlow } from './finish-flow.ts';
import { ownPath } from './own-path.ts';
import type { Providers } from './providers.ts';

/** Routes by which a browser signs in at a provider. */
export function oidcRoutes(app: App, providers: Providers): HumanRoute[] {
  return [
    humanRoute(routes.startOidc, async ({ params, query, headers, origin }) => {
      const begun = await beginFlow(app, providers, {
        providerId: params.providerId,
        origin,
        headers,
        returnTo: ownPath(query.returnTo),
        invitation: query.invitation?.slice(0, 200) ?? null,
        linkFor: null,
      });
      if (begun === null) return { sessionToken: undefined, location: '/sign-in?error=provider_error' };
      return { sessionToken: undefined, location: begun.url, cookies: begun.cookies };
    }),
    humanRoute(routes.finishOidc, async ({ params: { providerId }, query, headers, caller, act }) => {
      const given = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined);
      const answer = new URLSearchParams(given);
      const { sessionToken, ...rest } = await finishFlow(acting(app, act), providers, {
        providerId,
        answer,
        headers,
        caller,
      });
      return { ...rest, sessionToken };
    }),
  ];
}
