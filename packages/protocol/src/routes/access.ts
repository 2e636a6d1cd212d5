import { z } from 'zod';
import { pageOf } from '../requests/pages.ts';
import { accessToken, changePasswordBody, createdToken, createTokenBody, session } from '../requests/people.ts';
import { choiceQuery, pageQuery } from './query.ts';
import { human } from './route.ts';

/** The caller's sessions, password, and access tokens for programs. None of these routes accepts an access token. */
export const accessRoutes = {
  listSessions: human({
    method: 'GET',
    path: '/v1/sessions',
    summary: 'Where you are signed in, the newest sign-in first.',
    doc: '`lastUsedAt` is exact to a minute. `userAgent` is the `User-Agent` of the sign-in, cut to 200 characters, or null.',
    query: pageQuery,
    tokens: 'refused',
    answer: { status: 200, json: pageOf(session) },
  }),
  endSession: human({
    method: 'DELETE',
    path: '/v1/sessions/{sessionId}',
    summary: 'End one of your sessions; its streams close.',
    tokens: 'refused',
    answer: { status: 204 },
    refusals: ['session_not_found'],
  }),
  endOtherSessions: human({
    method: 'DELETE',
    path: '/v1/sessions',
    summary: 'End all of your sessions but this one.',
    tokens: 'refused',
    answer: { status: 204 },
  }),
  changePassword: human({
    method: 'PUT',
    path: '/v1/session/password',
    summary: 'Change your password; this ends all your other sessions and all your tokens.',
    doc:
      'It also revokes the credentials of agents that your tokens created, including expired and deleted tokens, unless ' +
      '`keepCredentials` is true.\n\n' +
      'Attempts count toward the same rate limit as sign-ins. Of two concurrent changes the second is refused, because the current ' +
      'password has changed by then. Where people do not sign in by password, the call is 403 `signup_closed` for all but administrators.',
    body: changePasswordBody,
    tokens: 'refused',
    answer: { status: 204 },
    refusals: ['password_wrong', 'signup_closed'],
    throttle: 'signIn',
  }),
  createToken: human({
    method: 'POST',
    path: '/v1/tokens',
    summary: 'Make a token by which a program acts for you; it is shown this once.',
    doc:
      'The token is `pat_` and 43 characters. It expires after `expiresInDays`, 1 to 365, or never if you leave that out. You may have ' +
      'fifty tokens.\n\n' +
      'Send it as `Authorization: Bearer pat_…` without a session cookie; both together are 400 `malformed_request`. A token may do ' +
      'what its person may, except manage sessions, the password and tokens, and decide approvals: those calls are 403 ' +
      '`session_required`. The cross-site rule does not apply to it. An ended token is 401 `unauthenticated`.\n\n' +
      'With `admin: true`, which takes an administrator with a fresh session, the token also calls the routes of administrators that ' +
      'accept tokens: it reads, disables people and ends sessions. It lasts at most 90 days, so `expiresInDays` is needed, and it ends ' +
      'for good when you stop being an administrator.',
    body: createTokenBody,
    tokens: 'refused',
    answer: { status: 201, json: createdToken },
    refusals: ['too_many_tokens', 'admin_required'],
    fresh: ['admin'],
  }),
  listTokens: human({
    method: 'GET',
    path: '/v1/tokens',
    summary: 'Your tokens, newest first, without their secrets.',
    doc: 'Ended tokens are not listed.',
    query: pageQuery,
    tokens: 'refused',
    answer: { status: 200, json: pageOf(accessToken) },
  }),
  deleteToken: human({
    method: 'DELETE',
    path: '/v1/tokens/{tokenId}',
    summary: 'Delete a token; it takes effect at once, and its streams close.',
    doc:
      'The credentials of agents that it created are revoked, unless you pass `?keepCredentials=1`. A token that expires leaves its ' +
      'credentials valid.',
    query: z.object({
      keepCredentials: choiceQuery('keepCredentials', ['1', '0'], '`1` leaves the credentials that the token made.'),
    }),
    tokens: 'refused',
    answer: { status: 204 },
    refusals: ['token_not_found'],
  }),
} as const;
