import { routes } from '@parley/protocol';
import type { LinkingAtSignIn } from '../../accounts/users/human-routes.ts';
import { presentUser } from '../../accounts/users/present.ts';
import type { App } from '../../chat/conversations/app.ts';
import { acting } from '../../platform/routing/acting.ts';
import { humanRoute, type HumanRoute } from '../../platform/routing/route.ts';
import type { Providers } from '../oidc/providers.ts';
import { addPasskey } from './add-passkey.ts';
import { beginPasskey, beginPasskeySignIn } from './begin-passkey.ts';
import { listPasskeys } from './passkey-queries.ts';
import { presentPasskey } from './present.ts';
import { removePasskey } from './remove-passkey.ts';
import { signInByPasskey } from './sign-in-by-passkey.ts';

/** Routes by which people add and delete passkeys, and sign in by them. */
export function passkeyRoutes(app: App, providers: Providers, linking: LinkingAtSignIn): HumanRoute[] {
  return [
    humanRoute(routes.beginPasskey, async ({ caller, origin }) => ({ item: await beginPasskey(app, caller, origin) })),
    humanRoute(routes.addPasskey, async ({ caller, body, origin, act }) => ({
      item: await addPasskey(acting(app, act), caller, body, origin),
    })),
    humanRoute(routes.listPasskeys, async ({ caller }) => ({
      items: (await listPasskeys(app.storage.db, caller.userId)).map(presentPasskey),
    })),
    humanRoute(routes.deletePasskey, ({ caller, params, act }) =>
      removePasskey(acting(app, act), providers, caller.userId, params.passkeyId),
    ),
    humanRoute(routes.beginPasskeySignIn, async ({ origin }) => ({ item: await beginPasskeySignIn(app, origin) })),
    humanRoute(routes.signInByPasskey, async ({ body, headers, origin, act }) => {
      const { also, cookies } = linking(headers);
      const coming = { origin, userAgent: headers['user-agent'], act, also };
      const { user, account, token } = await signInByPasskey(acting(app, act), body.response, coming);
      return { sessionToken: token, json: { item: presentUser(user, account) }, cookies };
    }),
  ];
}
