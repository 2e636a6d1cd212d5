import { isId, routes } from '@parley/protocol';
import type { Core } from '../routing/core.ts';
import { pageOf, readCursor, readTimeCursor } from '../routing/pages.ts';
import { humanRoute, type HumanRoute } from '../routing/route.ts';
import { changePassword } from './change-password.ts';
import { createToken } from './create-token.ts';
import { endOtherSessions, endSession, tellStreams } from './end-sessions.ts';
import { presentSession, presentToken } from './present.ts';
import { listSessions } from './session-queries.ts';
import type { SignInThrottle } from './sign-in-throttle.ts';
import { deleteOwnToken, listTokens } from './token-queries.ts';

/** Where a person is signed in, with which password, and which programs may act for them. */
export function accessRoutes(app: Core, throttle: SignInThrottle): HumanRoute[] {
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
    humanRoute(routes.endSession, async ({ caller, params: { sessionId } }) => {
      await endSession(app, caller.userId, sessionId);
      return sessionId === caller.proof.id ? { sessionToken: null } : undefined;
    }),
    humanRoute(routes.endOtherSessions, ({ caller }) => endOtherSessions(app, caller.userId, caller.proof)),
    humanRoute(routes.changePassword, async ({ caller, body, addressGroup }) => {
      throttle(caller.handle, addressGroup);
      await changePassword(app, caller, body);
    }),
    ...tokenRoutes(app),
  ];
}

function tokenRoutes(app: Core): HumanRoute[] {
  const { storage, clock } = app;
  return [
    humanRoute(routes.createToken, ({ caller, body }) => createToken(app, caller, body)),
    humanRoute(routes.listTokens, async ({ caller, query: { limit, cursor } }) => {
      const [below = null] = readCursor(cursor) ?? [];
      const now = new Date(clock.now());
      const rows = await listTokens(storage.db, { userId: caller.userId, now, below, limit: limit + 1 });
      return pageOf(rows, { limit, key: (row) => [row.token_id], present: presentToken });
    }),
    humanRoute(routes.deleteToken, async ({ caller: { userId }, params: { tokenId }, refuse }) => {
      const now = new Date(clock.now());
      const isDeleted = isId('token', tokenId) && (await deleteOwnToken(storage.db, userId, tokenId, now));
      if (!isDeleted) refuse('token_not_found');
      tellStreams(app, userId);
    }),
  ];
}
