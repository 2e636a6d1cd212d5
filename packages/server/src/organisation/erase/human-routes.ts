import { routes } from '@parley/protocol';
import type { App } from '../../chat/conversations/app.ts';
import { acting } from '../../platform/routing/acting.ts';
import { humanRoute, type HumanRoute } from '../../platform/routing/route.ts';
import { erasePerson } from './begin-erasure.ts';

/** Routes by which people, and administrators for them, have their data erased. */
export function eraseRoutes(app: App): HumanRoute[] {
  return [
    humanRoute(routes.erasePerson, async ({ caller, params, body, act }) => ({
      item: await erasePerson(acting(app, act), { by: caller.userId, id: params.userId, confirm: body.confirm }),
    })),
    humanRoute(routes.eraseSelf, async ({ caller: { userId }, body, act }) => ({
      sessionToken: null,
      json: { item: await erasePerson(acting(app, act), { by: userId, id: userId, confirm: body.confirm }) },
    })),
  ];
}
