import { isId, routes, type AdminPerson } from '@parley/protocol';
import { findPerson, listPeople } from '../../accounts/users/people-queries.ts';
import type { Core } from '../../platform/routing/core.ts';
import { pageOf, readCursor } from '../../platform/routing/pages.ts';
import { refuse } from '../../platform/routing/refusal.ts';
import { humanRoute, type HumanRoute } from '../../platform/routing/route.ts';
import { countHoldings } from './count-holdings.ts';
import { presentAdminPerson } from './present.ts';

/** Routes by which administrators see and change people. */
export function peopleRoutes(app: Pick<Core, 'storage'>): HumanRoute[] {
  const { db } = app.storage;
  return [
    humanRoute(routes.listPeople, async ({ query: { q = '', role, status, limit, cursor } }) => {
      const [below = null] = readCursor(cursor) ?? [];
      const wanted = { q: q.trim().replaceAll('\0', ''), role: role ?? null, status: status ?? null };
      const rows = await listPeople(db, { ...wanted, below, limit: limit + 1 });
      const holdings = await countHoldings(
        db,
        rows.map((row) => row.user_id),
      );
      return pageOf(rows, {
        limit,
        key: (row) => [row.user_id],
        present: (row) => presentAdminPerson(row, holdings(row.user_id)),
      });
    }),
    humanRoute(routes.getPerson, async ({ params: { userId } }) => ({ item: await readPerson(app, userId) })),
  ];
}

/** Returns a person as administrators see them. Refuses with `user_not_found`. */
export async function readPerson({ storage: { db } }: Pick<Core, 'storage'>, userId: string): Promise<AdminPerson> {
  const row = isId('user', userId) ? await findPerson(db, userId) : null;
  if (row === null) return refuse('user_not_found');
  return presentAdminPerson(row, (await countHoldings(db, [row.user_id]))(row.user_id));
}
