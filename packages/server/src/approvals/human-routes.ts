import { isId, routes } from '@parley/protocol';
import type { App } from '../app.ts';
import { pageOf, readCursor } from '../pages.ts';
import { humanRoute, type HumanRoute } from '../route.ts';
import { presentApproval, presentResolved } from './present.ts';
import { findApproval, listApprovals } from './queries.ts';
import { resolveApproval } from './resolve-approval.ts';

/** What a person is asked to approve, and their answers. */
export function approvalRoutes(app: App): HumanRoute[] {
  const { db } = app.storage;
  return [
    humanRoute(routes.listApprovals, async ({ caller: { userId }, query: { limit, cursor, state = null } }) => {
      const [below = null] = readCursor(cursor) ?? [];
      const { rows, isCut } = await listApprovals(db, { userId, state, below, limit: limit + 1 });
      return pageOf(rows, { limit, isCut, key: (row) => [row.approval_id], present: presentApproval });
    }),
    humanRoute(routes.getApproval, async ({ caller, params: { approvalId }, refuse }) => {
      const row = isId('approval', approvalId) ? await findApproval(db, approvalId) : null;
      return row?.user_id === caller.userId ? { item: presentApproval(row) } : refuse('approval_not_found');
    }),
    humanRoute(routes.resolveApproval, async ({ caller, params, body }) =>
      presentResolved(await resolveApproval(app, caller.userId, params.approvalId, body.decision)),
    ),
  ];
}
