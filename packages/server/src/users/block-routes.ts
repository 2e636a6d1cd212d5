import { routes } from '@parley/protocol';
import type { Core } from '../routing/core.ts';
import { pageOf, readTimeCursor } from '../routing/pages.ts';
import { humanRoute, type HumanRoute } from '../routing/route.ts';
import { setBlock } from './block-person.ts';
import { listBlocked } from './block-queries.ts';
import { presentBlocked } from './present.ts';

/** Whom a person will have nothing to do with. */
export function blockRoutes(app: Core): HumanRoute[] {
  return [
    humanRoute(routes.blockPerson, ({ caller, params }) => setBlock(app, caller.userId, params.userId, true)),
    humanRoute(routes.unblockPerson, ({ caller, params }) => setBlock(app, caller.userId, params.userId, false)),
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
