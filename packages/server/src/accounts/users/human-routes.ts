import { nameFault, routes, type SignUpBody } from '@parley/protocol';
import { acting } from '../../platform/routing/acting.ts';
import type { Core } from '../../platform/routing/core.ts';
import { humanRoute, type HumanRoute, type RequestHeaders, type SessionAnswer } from '../../platform/routing/route.ts';
import { findAccount } from './account-queries.ts';
import { accessRoutes } from './access-routes.ts';
import { blockRoutes } from './block-routes.ts';
import type { RevokeIssued } from './delete-token.ts';
import { signOut } from './end-sessions.ts';
import { presentPerson, presentUser } from './present.ts';
import { findUserFor } from './block-queries.ts';
import { updateProfile } from './queries.ts';
import { userOf } from './read-caller.ts';
import { signIn, type AlsoAtSignIn } from './sign-in.ts';
import type { SignInThrottle } from './sign-in-throttle.ts';
import { signUp, type SignUpGate } from './sign-up.ts';

/** Returns what a sign-in by this browser does besides, and the cookies that it is done with. */
export type LinkingAtSignIn = (
  headers: RequestHeaders,
) => { readonly also: AlsoAtSignIn } & Required<Pick<SessionAnswer, 'cookies'>>;

/** Routes to sign up, sign in, edit the own profile and find other people. */
export function userRoutes(
  app: Core,
  {
    throttle,
    revokeIssued,
    gateOf,
    linking,
  }: {
    /** Sign-in and password change share it, because a password can be guessed by either. */
    readonly throttle: SignInThrottle;
    readonly revokeIssued: RevokeIssued;
    readonly gateOf: (body: SignUpBody) => SignUpGate;
    readonly linking: LinkingAtSignIn;
  },
): HumanRoute[] {
  const { storage } = app;
  return [
    humanRoute(routes.signUp, async ({ body, headers, act }) => {
      const { user, account, token } = await signUp(acting(app, act), body, headers['user-agent'], gateOf(body));
      return { sessionToken: token, json: { item: presentUser(user, account) } };
    }),
    humanRoute(routes.findPeople, async ({ caller, query, refuse }) => {
      if (query.handle === undefined) return refuse('malformed_request', { message: 'Say which handle: ?handle=.' });
      const user = await findUserFor(storage.db, caller.userId, query.handle.replaceAll('\0', ''));
      return { items: user ? [presentPerson(user)] : [] };
    }),
    ...sessionRoutes(app, throttle, linking),
    ...accessRoutes(app, throttle, revokeIssued),
    ...blockRoutes(app),
  ];
}

function sessionRoutes(app: Core, throttle: SignInThrottle, linking: LinkingAtSignIn): HumanRoute[] {
  const { storage } = app;
  return [
    humanRoute(routes.signIn, async ({ body, addressGroup, headers, act }) => {
      throttle(body.handle, addressGroup);
      const { also, cookies } = linking(headers);
      const { user, token } = await signIn(acting(app, act), body, headers['user-agent'], act, also);
      return { sessionToken: token, json: { item: presentUser(user, user) }, cookies };
    }),
    humanRoute(routes.getSession, async ({ caller }) => ({
      item: presentUser(userOf(caller), await findAccount(storage.db, caller.userId)),
    })),
    humanRoute(routes.editProfile, async ({ caller, body, refuse }) => {
      const { displayName } = body;
      // A name that was allowed when it was set may be kept.
      const fault = displayName === undefined || displayName === caller.displayName ? null : nameFault(displayName);
      if (fault) return refuse('malformed_request', { path: '/displayName', ...fault });
      const item = await storage.transaction(async (tx) =>
        presentUser(await updateProfile(tx, caller.userId, body), await findAccount(tx, caller.userId)),
      );
      return { item };
    }),
    humanRoute(routes.signOut, async ({ caller, act }) => {
      await signOut(acting(app, act), caller.userId, caller.proof);
      return { sessionToken: null };
    }),
  ];
}
