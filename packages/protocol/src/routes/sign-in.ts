import { z } from 'zod';
import { freshBody } from '../requests/account-links.ts';
import { itemOf, listOf } from '../requests/pages.ts';
import { identity, identityLink, linkIdentityBody, pendingIdentity, signInMethod } from '../requests/sign-in.ts';
import { textQuery } from './query.ts';
import { human, open } from './route.ts';

/** Sign-in by providers (OpenID Connect), and the identities that people link. */
export const signInRoutes = {
  listSignInMethods: open({
    method: 'GET',
    path: '/v1/sign-in-methods',
    summary: 'How people sign in on this server.',
    doc: 'Needs no session. The providers are those of the operator’s file.',
    answer: { status: 200, json: listOf(signInMethod) },
  }),
  startOidc: open({
    method: 'GET',
    path: '/v1/oidc/{providerId}/start',
    summary: 'Sign in by a provider: a browser goes there, and comes back to the callback.',
    doc:
      'A person who is new to the server is signed up where sign-up or the provider’s `email_domains` allow it, or by `invitation`. ' +
      'After the sign-in the browser goes to `returnTo`, a path of this server; anything else counts as `/`.\n\n' +
      'An e-mail that both the provider and an existing person of the server have verified sends the browser to `/sign-in` instead: who ' +
      'signs in there to that account by password or passkey within 10 minutes links the identity to it. Administrators are never linked ' +
      'this way.\n\n' +
      'A failure sends the browser to `/sign-in?error=`, with one of `signup_closed`, `account_disabled`, `group_required`, ' +
      '`identity_taken`, `email_taken`, `state_invalid`, `provider_error`.',
    query: z.object({
      returnTo: textQuery('The path to go to after the sign-in.'),
      invitation: textQuery('The token behind the `#` of an invitation.'),
    }),
    tokens: 'refused',
    answer: { status: 302 },
    refusals: ['provider_not_found'],
    throttle: 'signIn',
  }),
  finishOidc: open({
    method: 'GET',
    path: '/v1/oidc/{providerId}/callback',
    summary: 'Where the provider sends the browser back to.',
    doc: 'It works once, within 10 minutes, in the browser in which the sign-in was started.',
    query: z.object({
      code: textQuery('The code of the provider.'),
      state: textQuery('The state that the start made.'),
      iss: textQuery('The issuer that answers.'),
      error: textQuery('Why the provider refuses.'),
    }),
    tokens: 'refused',
    answer: { status: 303 },
    refusals: ['provider_not_found'],
  }),
  linkIdentity: human({
    method: 'POST',
    path: '/v1/session/identities',
    summary: 'Begin to link an account at a provider: open the `url` in this browser.',
    doc:
      'Needs a fresh session. The provider sends the browser back to a page that shows the account; confirming it there, in the same session ' +
      'and within 10 minutes, links it. If it is linked to somebody else, the browser goes to `/sign-in?error=identity_taken`.',
    body: linkIdentityBody,
    tokens: 'refused',
    answer: { status: 201, json: itemOf(identityLink) },
    refusals: ['provider_not_found', 'provider_unreachable'],
    fresh: 'always',
  }),
  listIdentities: human({
    method: 'GET',
    path: '/v1/session/identities',
    summary: 'The accounts at providers by which you sign in, the newest first.',
    tokens: 'refused',
    answer: { status: 200, json: listOf(identity) },
  }),
  getPendingIdentity: human({
    method: 'GET',
    path: '/v1/session/identities/{identityId}',
    summary: 'What would be linked: an account that waits for you to confirm it.',
    doc: 'Only the session that asked for it sees it, for 10 minutes.',
    tokens: 'refused',
    answer: { status: 200, json: itemOf(pendingIdentity) },
    refusals: ['identity_not_found'],
  }),
  confirmIdentity: human({
    method: 'POST',
    path: '/v1/session/identities/{identityId}/confirm',
    summary: 'Link the account that the provider showed.',
    doc:
      'In the session that asked for it, within 10 minutes; else it is 404 `identity_not_found`. Repeating the call changes nothing. If ' +
      'somebody else has linked it meanwhile, the call is 409 `identity_taken`. You may have 20; one more is 403 `quota_exceeded`.',
    tokens: 'refused',
    answer: { status: 204 },
    refusals: ['identity_not_found', 'identity_taken', 'quota_exceeded'],
  }),
  unlinkIdentity: human({
    method: 'DELETE',
    path: '/v1/session/identities/{identityId}',
    summary: 'Remove an account at a provider from your ways of signing in.',
    doc: 'Needs a fresh session. The last way of signing in stays: 409 `last_sign_in_method`.',
    body: freshBody,
    tokens: 'refused',
    answer: { status: 204 },
    refusals: ['identity_not_found', 'last_sign_in_method'],
    fresh: 'always',
  }),
} as const;
