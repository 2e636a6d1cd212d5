import { isId, routes } from '@parley/protocol';
import { presentResolved } from '../../../chat/approvals/present.ts';
import type { App } from '../../../chat/conversations/app.ts';
import { pageOf, readCursor, readTimeCursor } from '../../../platform/routing/pages.ts';
import { refuse } from '../../../platform/routing/refusal.ts';
import { acting } from '../../../platform/routing/acting.ts';
import { humanRoute, type HumanRoute } from '../../../platform/routing/route.ts';
import { endGrants } from '../../standing/end-grants.ts';
import { findGrant, listGrants } from '../../standing/grant-queries.ts';
import { presentStandingGrant, type StandingGrantRow } from '../../standing/standing-grant.ts';
import { listUses } from '../../standing/use-queries.ts';
import { signUses } from '../receipts/sign-uses.ts';
import type { Toolbox } from '../toolbox.ts';
import { resolveApproval } from '../resolve-approval.ts';
import { giveStanding } from './give-standing.ts';

/** Routes by which a person resolves approvals, and reads and ends standing grants. */
export function standingGrantRoutes(app: App, toolbox: Pick<Toolbox, 'find'>): HumanRoute[] {
  const { storage, clock } = app;
  const require = async (userId: string, grantId: string): Promise<StandingGrantRow> => {
    const row = isId('standingGrant', grantId) ? await findGrant(storage.db, grantId) : null;
    return row?.user_id === userId ? row : refuse('grant_not_found');
  };
  return [
    humanRoute(routes.resolveApproval, async ({ caller: { userId }, params: { approvalId }, body, act }) => {
      const by = acting(app, act);
      const { standing, ...decision } = body;
      if (standing === undefined) return presentResolved(await resolveApproval(by, userId, approvalId, decision));
      const { approval, grant } = await giveStanding(by, toolbox, userId, approvalId, { standing, decision });
      return { ...presentResolved(approval), standingGrant: presentStandingGrant(grant, clock.now()) };
    }),
    humanRoute(routes.listStandingGrants, async ({ caller: { userId }, query }) => {
      const { limit, cursor, agentId = null, state = null } = query;
      const [below = null] = readCursor(cursor) ?? [];
      const now = new Date(clock.now());
      const list = { userId, agentId, state, below, now, limit: limit + 1 };
      const { rows, isCut } = await listGrants(storage.db, list);
      return pageOf(rows, {
        limit,
        isCut,
        key: (row) => [row.grant_id],
        present: (row) => presentStandingGrant(row, now.getTime()),
      });
    }),
    humanRoute(routes.getStandingGrant, async ({ caller, params }) => ({
      item: presentStandingGrant(await require(caller.userId, params.grantId), clock.now()),
    })),
    humanRoute(routes.deleteStandingGrant, async ({ caller: { userId }, params, act }) => {
      const { grant_id: grantId } = await require(userId, params.grantId);
      await acting(app, act).commit(async ({ tx, signal, audit }) => {
        signal(await endGrants(tx, { grantId }, 'revoked', new Date(clock.now())));
        await audit('standing_grant.revoked', { grantId });
      });
    }),
    humanRoute(routes.listStandingUses, async ({ caller, params, query: { limit, cursor } }) => {
      const grant = await require(caller.userId, params.grantId);
      const list = { grantId: grant.grant_id, below: readTimeCursor(cursor), limit: limit + 1 };
      const { rows, isCut } = await listUses(storage.db, list);
      const present = await signUses(app, grant);
      return pageOf(rows, { limit, isCut, key: (row) => [row.at.toISOString(), row.invocation_id], present });
    }),
  ];
}
