import { pageOf } from '../requests/pages.ts';
import { accessToken, changePasswordBody, createdToken, createTokenBody, session } from '../requests/people.ts';
import { pageQuery } from './query.ts';
import { human } from './route.ts';

/** How a person gets in: their sessions, their password, and tokens for programs. None of it can be done by a token. */
export const accessRoutes = {
  listSessions: human({
    method: 'GET',
    path: '/v1/sessions',
    summary: 'Where you are signed in, the newest sign-in first.',
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
    doc: 'Attempts count like those to sign in. Of two changes at once the second is refused, since the password is another by then.',
    body: changePasswordBody,
    tokens: 'refused',
    answer: { status: 204 },
    refusals: ['password_wrong'],
    throttle: 'signIn',
  }),
  createToken: human({
    method: 'POST',
    path: '/v1/tokens',
    summary: 'Make a token by which a program acts for you; it is shown this once.',
    doc:
      'Send it as `Authorization: Bearer pat_…`, without a cookie. It does what a session does, but for sessions, the password, tokens ' +
      'and the decision of approvals.',
    body: createTokenBody,
    tokens: 'refused',
    answer: { status: 201, json: createdToken },
    refusals: ['too_many_tokens'],
  }),
  listTokens: human({
    method: 'GET',
    path: '/v1/tokens',
    summary: 'Your tokens, newest first, without their secrets.',
    query: pageQuery,
    tokens: 'refused',
    answer: { status: 200, json: pageOf(accessToken) },
  }),
  deleteToken: human({
    method: 'DELETE',
    path: '/v1/tokens/{tokenId}',
    summary: 'Delete a token; it takes effect at once, and its streams close.',
    tokens: 'refused',
    answer: { status: 204 },
    refusals: ['token_not_found'],
  }),
} as const;
