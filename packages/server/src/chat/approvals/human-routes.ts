import { isId, routes, type ApprovalId } from '@parley/protocol';
import type { App } from '../conversations/app.ts';
import { pageOf, readCursor } from '../../platform/routing/pages.ts';
import { humanRoute, type HumanRoute } from '../../platform/routing/route.ts';
import type { ApprovalRow } from './approval.ts';
import { listWaiting } from './list-waiting.ts';
import { presentApproval } from './present.ts';
import { findApproval, findStoppedApprovals, listApprovals } from './queries.ts';

/** Routes by which a person lists approvals. */
export function approvalRoutes(app: App): HumanRoute[] {
  const { db } = app.storage;
  const stoppedAmong = async (rows: readonly ApprovalRow[]): Promise<ReadonlySet<ApprovalId>> => {
    const denied = rows.filter(({ state }) => state === 'denied').map((row) => row.approval_id);
    return denied.length === 0 ? new Set() : findStoppedApprovals(db, denied);
  };
  return [
    humanRoute(routes.listApprovals, async ({ caller: { userId }, query: { limit, cursor, state = null } }) => {
      const [below = null] = readCursor(cursor) ?? [];
      const { rows, isCut } = await listApprovals(db, { userId, state, below, limit: limit + 1 });
      const stopped = await stoppedAmong(rows);
      return pageOf(rows, {
        limit,
        isCut,
        key: (row) => [row.approval_id],
        present: (row) => presentApproval(row, stopped.has(row.approval_id)),
      });
    }),
    humanRoute(routes.listWaiting, async ({ caller }) => ({ items: await listWaiting(app, caller.userId) })),
    humanRoute(routes.getApproval, async ({ caller, params: { approvalId }, refuse }) => {
      const row = isId('approval', approvalId) ? await findApproval(db, approvalId) : null;
      if (row?.user_id !== caller.userId) return refuse('approval_not_found');
      return { item: presentApproval(row, (await stoppedAmong([row])).has(row.approval_id)) };
    }),
  ];
}
