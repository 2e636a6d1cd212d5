import { nameFault, routes } from '@parley/protocol';
import type { Core } from '../../platform/routing/core.ts';
import { humanRoute, type HumanRoute } from '../../platform/routing/route.ts';
import { accessRoutes } from './access-routes.ts';
import { blockRoutes } from './block-routes.ts';
import type { RevokeIssued } from './delete-token.ts';
import { signOut } from './end-sessions.ts';
import { presentPerson, presentUser } from './present.ts';
import { findUserFor } from './block-queries.ts';
import { updateProfile } from './queries.ts';
import { signIn } from './sign-in.ts';
import { signInThrottle, type SignInThrottle } from './sign-in-throttle.ts';
import { signUp } from './sign-up.ts';

/** Routes to sign up, sign in, edit the own profile and find other people. */
export function userRoutes(app: Core, revokeIssued: RevokeIssued): HumanRoute[] {
  const { storage } = app;
  // Sign-in and password change share it, because a password can be guessed by either.
  const throttle = signInThrottle(app);
  return [
    humanRoute(routes.signUp, async ({ body, headers }) => {
      const { user, token } = await signUp(app, body, headers['user-agent']);
      return { sessionToken: token, json: { item: presentUser(user) } };
    }),
    humanRoute(routes.findPeople, async ({ caller, query, refuse }) => {
      if (query.handle === undefined) return refuse('malformed_request', { message: 'Say which handle: ?handle=.' });
      const user = await findUserFor(storage.db, caller.userId, query.handle.replaceAll('\0', ''));
      return { items: user ? [presentPerson(user)] : [] };
    }),
    ...sessionRoutes(app, throttle),
    ...accessRoutes(app, throttle, revokeIssued),
    ...blockRoutes(app),
  ];
}

function sessionRoutes(app: Core, throttle: SignInThrottle): HumanRoute[] {
  const { storage } = app;
  return [
    humanRoute(routes.signIn, async ({ body, addressGroup, headers }) => {
      throttle(body.handle, addressGroup);
      const { user, token } = await signIn(app, body, headers['user-agent']);
      return { sessionToken: token, json: { item: presentUser(user) } };
    }),
    humanRoute(routes.getSession, async ({ caller }) => ({
      item: presentUser({
        user_id: caller.userId,
        handle: caller.handle,
        display_name: caller.displayName,
        locale: caller.locale,
        timezone: caller.timezone,
        created_at: caller.createdAt,
      }),
    })),
    humanRoute(routes.editProfile, async ({ caller, body, refuse }) => {
      const { displayName } = body;
      // A name that was allowed when it was set may be kept.
      const fault = displayName === undefined || displayName === caller.displayName ? null : nameFault(displayName);
      if (fault) return refuse('malformed_request', { path: '/displayName', ...fault });
      return { item: presentUser(await storage.transaction((tx) => updateProfile(tx, caller.userId, body))) };
    }),
    humanRoute(routes.signOut, async ({ caller }) => {
      await signOut(app, caller.userId, caller.proof);
      return { sessionToken: null };
    }),
  ];
}
