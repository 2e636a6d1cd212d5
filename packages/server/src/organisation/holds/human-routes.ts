import { routes } from '@parley/protocol';
import { listHolds } from '../../accounts/holds/hold-queries.ts';
import type { App } from '../../chat/conversations/app.ts';
import { acting } from '../../platform/routing/acting.ts';
import { humanRoute, type HumanRoute } from '../../platform/routing/route.ts';
import { endHold } from './end-hold.ts';
import { placeHold } from './place-hold.ts';
import { presentHold } from './present.ts';

/** Routes by which administrators place and end legal holds. */
export function holdRoutes(app: App): HumanRoute[] {
  return [
    humanRoute(routes.listHolds, async () => ({ items: (await listHolds(app.storage.db)).map(presentHold) })),
    humanRoute(routes.placeHold, ({ caller, params, body, act }) =>
      placeHold(acting(app, act), caller.userId, params.targetId, body.reason),
    ),
    humanRoute(routes.endHold, ({ caller, params, act }) => endHold(acting(app, act), caller.userId, params.targetId)),
  ];
}
