import { isId, routes } from '@parley/protocol';
import { acting } from '../../platform/routing/acting.ts';
import type { Core } from '../../platform/routing/core.ts';
import { humanRoute, type HumanRoute } from '../../platform/routing/route.ts';
import { invite } from './invite.ts';
import { listInvitations, revokeInvitation } from './invitation-queries.ts';
import { presentInvitation } from './present.ts';

/** The list shows the newest; it has no pages. */
const listed = 1_000;

/** Routes by which administrators invite people. */
export function invitationRoutes(app: Pick<Core, 'storage' | 'commit' | 'clock' | 'config' | 'secrets'>): HumanRoute[] {
  const { db } = app.storage;
  return [
    humanRoute(routes.invite, ({ caller, body, origin, act }) => invite(acting(app, act), caller.userId, origin, body)),
    humanRoute(routes.listInvitations, async () => ({
      items: (await listInvitations(db, listed)).map(presentInvitation),
    })),
    humanRoute(routes.revokeInvitation, async ({ params: { invitationId }, act, refuse }) => {
      const now = new Date(app.clock.now());
      await acting(app, act).commit(async ({ tx, audit }) => {
        if (!isId('invitation', invitationId) || !(await revokeInvitation(tx, invitationId, now)))
          return refuse('invitation_not_found');
        await audit('invitation.revoked', { invitationId });
      });
    }),
  ];
}
