import { routes } from '@parley/protocol';
import { acting } from '../../platform/routing/acting.ts';
import type { Core } from '../../platform/routing/core.ts';
import { pageOf, readTimeCursor } from '../../platform/routing/pages.ts';
import { humanRoute, type HumanRoute } from '../../platform/routing/route.ts';
import { setBlock } from './block-person.ts';
import { listBlocked } from './block-queries.ts';
import { presentBlocked } from './present.ts';

/** Routes of blocked people. */
export function blockRoutes(app: Core): HumanRoute[] {
  return [
    humanRoute(routes.blockPerson, ({ caller, params, act }) =>
      setBlock(acting(app, act), caller.userId, params.userId, true),
    ),
    humanRoute(routes.unblockPerson, ({ caller, params, act }) =>
      setBlock(acting(app, act), caller.userId, params.userId, false),
    ),
    humanRoute(routes.listBlockedPeople, async ({ caller, query: { limit, cursor } }) => {
      const below = readTimeCursor(cursor);
      const rows = await listBlocked(app.storage.db, { userId: caller.userId, below, limit: limit + 1 });
      return pageOf(rows, {
        limit,
        key: (row) => [row.blocked_at.toISOString(), row.user_id],
        present: presentBlocked,
      });
    }),
  ];
}
