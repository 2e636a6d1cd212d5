import { routes } from '@parley/protocol';
import { acting } from '../../platform/routing/acting.ts';
import type { Core } from '../../platform/routing/core.ts';
import { pageOf, readCursor, readTimeCursor } from '../../platform/routing/pages.ts';
import { humanRoute, type HumanRoute } from '../../platform/routing/route.ts';
import { changePassword } from './change-password.ts';
import { createToken } from './create-token.ts';
import { deleteToken, type RevokeIssued } from './delete-token.ts';
import { endOtherSessions, endSession } from './end-sessions.ts';
import { presentSession, presentToken } from './present.ts';
import { listSessions } from './session-queries.ts';
import type { SignInThrottle } from './sign-in-throttle.ts';
import { listTokens } from './token-queries.ts';

/** Routes of a person's sessions, password and access tokens. */
export function accessRoutes(app: Core, throttle: SignInThrottle, revokeIssued: RevokeIssued): HumanRoute[] {
  const { storage, clock } = app;
  return [
    humanRoute(routes.listSessions, async ({ caller, query: { limit, cursor } }) => {
      const now = new Date(clock.now());
      const below = readTimeCursor(cursor);
      const rows = await listSessions(storage.db, { userId: caller.userId, now, below, limit: limit + 1 });
      return pageOf(rows, {
        limit,
        key: (row) => [row.created_at.toISOString(), row.session_id],
        present: (row) => presentSession(row, caller.proof, now),
      });
    }),
    humanRoute(routes.endSession, async ({ caller, params: { sessionId }, act }) => {
      await endSession(acting(app, act), caller.userId, sessionId);
      return sessionId === caller.proof.id ? { sessionToken: null } : undefined;
    }),
    humanRoute(routes.endOtherSessions, ({ caller, act }) =>
      endOtherSessions(acting(app, act), caller.userId, caller.proof),
    ),
    humanRoute(routes.changePassword, async ({ caller, body, addressGroup, act }) => {
      throttle(caller.handle, addressGroup);
      await changePassword(acting(app, act), caller, body, revokeIssued, act);
    }),
    ...tokenRoutes(app, revokeIssued),
  ];
}

function tokenRoutes(app: Core, revokeIssued: RevokeIssued): HumanRoute[] {
  const { storage, clock } = app;
  return [
    humanRoute(routes.createToken, ({ caller, body, act }) => createToken(acting(app, act), caller, body)),
    humanRoute(routes.listTokens, async ({ caller, query: { limit, cursor } }) => {
      const [below = null] = readCursor(cursor) ?? [];
      const now = new Date(clock.now());
      const rows = await listTokens(storage.db, { userId: caller.userId, now, below, limit: limit + 1 });
      return pageOf(rows, { limit, key: (row) => [row.token_id], present: presentToken });
    }),
    humanRoute(routes.deleteToken, async ({ caller: { userId }, params: { tokenId }, query, act }) => {
      await deleteToken(
        acting(app, act),
        { userId, tokenId, keepsCredentials: query.keepCredentials === '1' },
        revokeIssued,
      );
    }),
  ];
}
