import { editProfileBody, itemOf, listOf, person, signInBody, signUpBody, user } from '@parley/protocol';
import type { App } from '../app.ts';
import { refuse } from '../refusal.ts';
import { created, humanRoute, noContent, ok, openRoute, type HumanRoute } from '../route.ts';
import { pass, tokenBucket } from '../token-bucket.ts';
import { presentPerson, presentUser } from './present.ts';
import { deleteSession, findUserByHandle, updateProfile } from './queries.ts';
import { signIn } from './sign-in.ts';
import { signUp } from './sign-up.ts';

/** Signing up and in, one's own profile, and finding others. */
export function userRoutes(app: App): HumanRoute[] {
  const { storage } = app;
  return [
    openRoute({
      method: 'POST',
      path: '/v1/users',
      summary: 'Sign up, and be signed in.',
      success: { status: 201, schema: itemOf(user) },
      refusals: ['handle_taken', 'signup_closed'],
      body: signUpBody,
      throttle: 'signUp',
      async handle({ body }) {
        const { user, token } = await signUp(app, body);
        return { ...created({ item: presentUser(user) }), sessionToken: token };
      },
    }),
    humanRoute({
      method: 'GET',
      path: '/v1/users',
      summary: 'Find a person by their exact handle.',
      success: { status: 200, schema: listOf(person) },
      query: { handle: 'The exact handle.' },
      async handle({ query }) {
        if (query.handle === undefined) refuse('malformed_request', { message: 'Say which handle: ?handle=.' });
        const user = await findUserByHandle(storage.db, query.handle.replaceAll('\0', ''));
        return ok({ items: user ? [presentPerson(user)] : [] });
      },
    }),
    ...sessionRoutes(app),
  ];
}

function sessionRoutes(app: App): HumanRoute[] {
  const { storage, config, clock } = app;
  const perAccount = config.rateLimits ? tokenBucket(config.rateLimits.signIn, clock) : null;
  return [
    openRoute({
      method: 'POST',
      path: '/v1/session',
      summary: 'Sign in.',
      success: { status: 200, schema: itemOf(user) },
      refusals: ['sign_in_failed'],
      body: signInBody,
      throttle: 'signIn',
      async handle({ body }) {
        pass(perAccount, body.handle);
        const { user, token } = await signIn(app, body);
        return { ...ok({ item: presentUser(user) }), sessionToken: token };
      },
    }),
    humanRoute({
      method: 'GET',
      path: '/v1/session',
      summary: 'Who is signed in.',
      success: { status: 200, schema: itemOf(user) },
      handle: async ({ caller }) =>
        ok({
          item: presentUser({
            user_id: caller.userId,
            handle: caller.handle,
            display_name: caller.displayName,
            locale: caller.locale,
            timezone: caller.timezone,
            created_at: caller.createdAt,
          }),
        }),
    }),
    humanRoute({
      method: 'PATCH',
      path: '/v1/session',
      summary: 'Change your own profile.',
      success: { status: 200, schema: itemOf(user) },
      body: editProfileBody,
      handle: async ({ caller, body }) =>
        ok({ item: presentUser(await storage.transaction((tx) => updateProfile(tx, caller.userId, body))) }),
    }),
    humanRoute({
      method: 'DELETE',
      path: '/v1/session',
      summary: 'Sign out.',
      success: { status: 204 },
      async handle({ caller }) {
        await deleteSession(storage.db, caller.sessionHash);
        return { ...noContent, sessionToken: null };
      },
    }),
  ];
}
