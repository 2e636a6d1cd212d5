import { routes } from '@parley/protocol';
import type { RevokeIssued } from '../../accounts/users/delete-token.ts';
import { listPeople } from '../../accounts/users/people-queries.ts';
import type { App } from '../../chat/conversations/app.ts';
import { acting } from '../../platform/routing/acting.ts';
import { pageOf, readCursor } from '../../platform/routing/pages.ts';
import { humanRoute, type HumanRoute } from '../../platform/routing/route.ts';
import { findSignIns } from '../identities/ways-of-signing-in.ts';
import { changePerson } from './change-person.ts';
import { countHoldings } from './count-holdings.ts';
import { endSessionsOf } from './end-sessions-of.ts';
import { presentAdminPerson } from './present.ts';
import { readPerson } from './read-person.ts';

/** Routes by which administrators see and change people. */
export function peopleRoutes(app: App, revokeIssued: RevokeIssued): HumanRoute[] {
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
      const signIns = await findSignIns(db, rows);
      return pageOf(rows, {
        limit,
        key: (row) => [row.user_id],
        present: (row) => presentAdminPerson(row, holdings(row.user_id), signIns(row)),
      });
    }),
    humanRoute(routes.getPerson, async ({ params: { userId } }) => ({ item: await readPerson(db, userId) })),
    humanRoute(routes.changePerson, async ({ caller, params, body, act }) => ({
      item: await changePerson(acting(app, act), caller.userId, params.userId, body),
    })),
    humanRoute(routes.endSessionsOfPerson, ({ params, act }) =>
      endSessionsOf(acting(app, act), params.userId, revokeIssued),
    ),
  ];
}
