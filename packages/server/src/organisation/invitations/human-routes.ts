import { routes } from '@parley/protocol';
import { acting } from '../../platform/routing/acting.ts';
import type { Core } from '../../platform/routing/core.ts';
import { humanRoute, type HumanRoute } from '../../platform/routing/route.ts';
import { invite } from './invite.ts';
import { listInvitations } from './invitation-queries.ts';
import { presentInvitation } from './present.ts';
import { revokeInvitation } from './revoke-invitation.ts';

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
    humanRoute(routes.revokeInvitation, ({ caller, params, act }) =>
      revokeInvitation(acting(app, act), caller.userId, params.invitationId),
    ),
  ];
}
