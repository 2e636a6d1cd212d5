import { isId, routes } from '@parley/protocol';
import type { App } from '../../chat/conversations/app.ts';
import { acting } from '../../platform/routing/acting.ts';
import { humanRoute, type HumanRoute } from '../../platform/routing/route.ts';
import { beginFlow } from '../oidc/begin-flow.ts';
import type { Providers } from '../oidc/providers.ts';
import { relyingParty } from '../passkeys/relying-party.ts';
import { listIdentities } from './identity-queries.ts';
import { confirmIdentity } from './link-identity.ts';
import { findPending } from './pending-queries.ts';
import { presentIdentity, presentPending } from './present.ts';
import { unlinkIdentity } from './unlink-identity.ts';

/** Routes by which people link accounts at providers, and remove them. */
export function identityRoutes(app: App, providers: Providers): HumanRoute[] {
  const { db } = app.storage;
  return [
    humanRoute(routes.listSignInMethods, async ({ origin }) => ({
      items: [
        ...(app.config.passwordSignIn === 'on'
          ? [{ id: 'password', kind: 'password' as const, name: 'Password' }]
          : []),
        ...(relyingParty(app.config, origin) === null
          ? []
          : [{ id: 'passkey', kind: 'passkey' as const, name: 'Passkey' }]),
        ...providers.list.map(({ entry: { id, name } }) => ({ id, kind: 'oidc' as const, name })),
      ],
    })),
    humanRoute(routes.linkIdentity, async ({ caller, body, headers, origin, refuse }) => {
      const begun = await beginFlow(app, providers, {
        providerId: body.providerId,
        origin,
        headers,
        returnTo: '/',
        invitation: null,
        linkFor: caller.proof.id,
      });
      if (begun === null) return refuse('provider_unreachable');
      return { sessionToken: undefined, cookies: begun.cookies, json: { item: { url: begun.url } } };
    }),
    humanRoute(routes.listIdentities, async ({ caller }) => ({
      items: (await listIdentities(db, caller.userId)).map(presentIdentity),
    })),
    humanRoute(routes.getPendingIdentity, async ({ caller: { userId, proof }, params: { identityId }, refuse }) => {
      const now = new Date(app.clock.now());
      const held = isId('identity', identityId)
        ? await findPending(db, { identityId, userId, holderHash: proof.hash, now })
        : null;
      return { item: presentPending(held ?? refuse('identity_not_found')) };
    }),
    humanRoute(routes.confirmIdentity, ({ caller, params, act }) =>
      confirmIdentity(acting(app, act), caller, params.identityId),
    ),
    humanRoute(routes.unlinkIdentity, ({ caller, params, act }) =>
      unlinkIdentity(acting(app, act), providers, caller.userId, params.identityId),
    ),
  ];
}
