import {
  approval,
  approvalStates,
  isId,
  itemOf,
  pageOf as pageSchema,
  resolveApprovalBody,
  resolvedApproval,
  type ApprovalState,
} from '@parley/protocol';
import type { App } from '../app.ts';
import { pageOf, pageQuery, readCursor, readLimit } from '../pages.ts';
import { refuse } from '../refusal.ts';
import { humanRoute, ok, type HumanRoute } from '../route.ts';
import { presentApproval, presentResolved } from './present.ts';
import { findApproval, listApprovals } from './queries.ts';
import { resolveApproval } from './resolve-approval.ts';

/** What a person is asked to approve, and their answers. */
export function approvalRoutes(app: App): HumanRoute[] {
  const { db } = app.storage;
  return [
    humanRoute({
      method: 'GET',
      path: '/v1/approvals',
      summary: 'What agents asked you to approve, newest first.',
      success: { status: 200, schema: pageSchema(approval) },
      query: { state: `${approvalStates.join(', ')}.`, ...pageQuery },
      async handle({ caller, query }) {
        const limit = readLimit(query);
        const [below = null] = readCursor(query) ?? [];
        const rows = await listApprovals(db, {
          userId: caller.userId,
          state: readState(query),
          below,
          limit: limit + 1,
        });
        const { items, nextCursor } = pageOf(rows, limit, (row) => [row.approval_id]);
        return ok({ items: items.map(presentApproval), nextCursor });
      },
    }),
    humanRoute({
      method: 'GET',
      path: '/v1/approvals/:approvalId',
      summary: 'One approval, with the exact arguments that it is about.',
      success: { status: 200, schema: itemOf(approval) },
      refusals: ['approval_not_found'],
      async handle({ caller, params }) {
        const { approvalId } = params;
        const row = isId('approval', approvalId) ? await findApproval(db, approvalId) : null;
        if (row?.user_id !== caller.userId) return refuse('approval_not_found');
        return ok({ item: presentApproval(row) });
      },
    }),
    humanRoute({
      method: 'POST',
      path: '/v1/approvals/:approvalId/resolve',
      summary: 'Approve or deny what an agent asked for. The same decision again changes nothing.',
      body: resolveApprovalBody,
      success: { status: 200, schema: resolvedApproval },
      refusals: ['approval_not_found', 'approval_conflict', 'approval_expired'],
      async handle({ caller, params, body }) {
        const row = await resolveApproval(app, caller.userId, params.approvalId as string, body.decision);
        return ok(presentResolved(row));
      },
    }),
  ];
}

function readState({ state }: Readonly<Record<string, string | undefined>>): ApprovalState | null {
  if (state === undefined) return null;
  const known = approvalStates.find((candidate) => candidate === state);
  return known ?? refuse('malformed_request', { message: `state is one of ${approvalStates.join(', ')}.` });
}
