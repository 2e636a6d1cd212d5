import { routes } from '@parley/protocol';
import type { App } from '../app.ts';
import { humanRoute, type HumanRoute } from '../route.ts';
import { presentPerson, presentUser } from './present.ts';
import { deleteSession, findUserByHandle, updateProfile } from './queries.ts';
import { signIn } from './sign-in.ts';
import { signInThrottle } from './sign-in-throttle.ts';
import { signUp } from './sign-up.ts';

/** Signing up and in, one's own profile, and finding others. */
export function userRoutes(app: App): HumanRoute[] {
  const { storage } = app;
  return [
    humanRoute(routes.signUp, async ({ body }) => {
      const { user, token } = await signUp(app, body);
      return { sessionToken: token, json: { item: presentUser(user) } };
    }),
    humanRoute(routes.findPeople, async ({ query, refuse }) => {
      if (query.handle === undefined) return refuse('malformed_request', { message: 'Say which handle: ?handle=.' });
      const user = await findUserByHandle(storage.db, query.handle.replaceAll('\0', ''));
      return { items: user ? [presentPerson(user)] : [] };
    }),
    ...sessionRoutes(app),
  ];
}

function sessionRoutes(app: App): HumanRoute[] {
  const { storage } = app;
  const throttle = signInThrottle(app);
  return [
    humanRoute(routes.signIn, async ({ body, addressGroup }) => {
      throttle(body.handle, addressGroup);
      const { user, token } = await signIn(app, body);
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
    humanRoute(routes.editProfile, async ({ caller, body }) => ({
      item: presentUser(await storage.transaction((tx) => updateProfile(tx, caller.userId, body))),
    })),
    humanRoute(routes.signOut, async ({ caller }) => {
      await deleteSession(storage.db, caller.sessionHash);
      return { sessionToken: null };
    }),
  ];
}
