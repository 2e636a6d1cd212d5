import { z } from 'zod';
import { askResetBody, notice, redeemResetBody, setEmailBody, verifyEmailBody } from '../requests/account-links.ts';
import { itemOf, listOf, pageOf } from '../requests/pages.ts';
import { blockedPerson, editProfileBody, person, signInBody, signUpBody, user } from '../requests/people.ts';
import { quotaItem } from '../requests/quota.ts';
import { neededQuery, pageQuery } from './query.ts';
import { human, open } from './route.ts';

/** Sign-up, sign-in, the caller's own profile, and the search for people. */
export const peopleRoutes = {
  signUp: open({
    method: 'POST',
    path: '/v1/users',
    summary: 'Sign up, and be signed in.',
    doc:
      'The answer sets the session cookie. The defaults are `en` and `UTC`.\n\n' +
      '`invitation` is the token behind the `#` of an invitation. One that is unknown, used, expired or revoked, or whose maker is no active ' +
      'administrator any more, is 403 `invitation_invalid`. The person gets its role and its address, which is not verified.',
    body: signUpBody,
    answer: { status: 201, json: itemOf(user) },
    refusals: ['handle_taken', 'signup_closed', 'invitation_invalid'],
    throttle: 'signUp',
  }),
  findPeople: human({
    method: 'GET',
    path: '/v1/users',
    summary: 'Find a person by their exact handle.',
    doc: 'The list has one entry or none. A person who has blocked you is not found.',
    query: z.object({ handle: neededQuery('The exact handle.') }),
    answer: { status: 200, json: listOf(person) },
  }),
  signIn: open({
    method: 'POST',
    path: '/v1/session',
    summary: 'Sign in.',
    doc:
      'The answer sets the session cookie: `parley_session` on http and `__Host-parley_session` on https. It lasts 30 days. A wrong ' +
      'handle and a wrong password give the same refusal after the same time.',
    body: signInBody,
    answer: { status: 200, json: itemOf(user) },
    refusals: ['sign_in_failed'],
    throttle: 'signIn',
  }),
  getSession: human({
    method: 'GET',
    path: '/v1/session',
    summary: 'Who is signed in.',
    answer: { status: 200, json: itemOf(user) },
  }),
  editProfile: human({
    method: 'PATCH',
    path: '/v1/session',
    summary: 'Change your own profile.',
    doc: 'Fields that you leave out keep their value.',
    body: editProfileBody,
    answer: { status: 200, json: itemOf(user) },
  }),
  askPasswordReset: open({
    method: 'POST',
    path: '/v1/password-resets',
    summary: 'Ask for a link for a new password, by mail.',
    doc:
      '`identifier` is a handle or a mail address. The answer is the same, after the same time, whether there is such a person or not. A ' +
      'mail goes to an address that its person has verified, at most 5 an hour; what is over is dropped. A server without mail sends none: ' +
      'ask an administrator.',
    body: askResetBody,
    tokens: 'refused',
    answer: { status: 202, json: z.strictObject({}) },
    throttle: 'signIn',
  }),
  redeemPasswordReset: open({
    method: 'POST',
    path: '/v1/password-resets/redeem',
    summary: 'Set a new password by the link of a reset.',
    doc:
      'All sessions and access tokens of the person end, and with them the credentials that the tokens created; so do passkeys and ' +
      'identities, unless `keepSignIn` is true. A link works once, for 24 hours. One that is unknown, used or expired, or whose person is ' +
      'disabled, is 403 `reset_invalid`. The call signs nobody in. Where people do not sign in by password, it is 403 `signup_closed` for all ' +
      'but administrators.',
    body: redeemResetBody,
    tokens: 'refused',
    answer: { status: 204 },
    refusals: ['reset_invalid', 'signup_closed'],
    throttle: 'signIn',
  }),
  setEmail: human({
    method: 'POST',
    path: '/v1/session/email',
    summary: 'Set your mail address: a link to verify it is mailed there.',
    doc:
      'Needs a fresh session. The address becomes yours when you open the link, within 24 hours. Your verified address until then is told. ' +
      'Without mail the call is 409 `mail_not_configured`.',
    body: setEmailBody,
    tokens: 'refused',
    answer: { status: 202, json: z.strictObject({}) },
    refusals: ['mail_not_configured'],
    fresh: 'always',
  }),
  verifyEmail: human({
    method: 'POST',
    path: '/v1/session/email/verify',
    summary: 'Verify your mail address by the link.',
    doc:
      'Needs the session of who asked; for anybody else, and if the link is unknown, used or expired, the call is 403 `reset_invalid`. If ' +
      'somebody else has verified the address, it is 409 `email_taken`.',
    body: verifyEmailBody,
    tokens: 'refused',
    answer: { status: 204 },
    refusals: ['reset_invalid', 'email_taken'],
  }),
  listNotices: human({
    method: 'GET',
    path: '/v1/notices',
    summary: 'What others did to your account in the last 30 days, the newest first.',
    answer: { status: 200, json: listOf(notice) },
  }),
  deleteNotice: human({
    method: 'DELETE',
    path: '/v1/notices/{noticeId}',
    summary: 'Put a notice away.',
    doc: 'Repeating the call, or an unknown id, changes nothing.',
    answer: { status: 204 },
  }),
  getQuota: human({
    method: 'GET',
    path: '/v1/quota',
    summary: 'How much of each quota you use.',
    doc:
      'A call that would exceed a limit is refused with 403 `quota_exceeded`. `rooms` counts the conversations that you opened. ' +
      '`event_streams` is counted by each server, not by all together.',
    answer: { status: 200, json: listOf(quotaItem) },
  }),
  signOut: human({
    method: 'DELETE',
    path: '/v1/session',
    summary: 'Sign out.',
    doc: 'An access token has no session to end, so it cannot make this call.',
    tokens: 'refused',
    answer: { status: 204 },
  }),
  blockPerson: human({
    method: 'PUT',
    path: '/v1/users/{userId}/block',
    summary: 'Block a person: neither of you can open a conversation with the other, or add them to one.',
    doc:
      'Repeating the call changes nothing. An attempt to open a conversation or to add a member is 404 `user_not_found`, as if the ' +
      'person did not exist. Conversations that you share go on, and the blocked person is not notified. Blocking yourself is 400 ' +
      '`malformed_request`.',
    answer: { status: 204 },
    refusals: ['malformed_request', 'user_not_found'],
  }),
  unblockPerson: human({
    method: 'DELETE',
    path: '/v1/users/{userId}/block',
    summary: 'End the block of a person.',
    doc: 'Without a block it does nothing. Your own id is 400 `malformed_request`.',
    answer: { status: 204 },
    refusals: ['malformed_request', 'user_not_found'],
  }),
  listBlockedPeople: human({
    method: 'GET',
    path: '/v1/users/blocked',
    summary: 'Whom you have blocked, the newest block first.',
    query: pageQuery,
    answer: { status: 200, json: pageOf(blockedPerson) },
  }),
} as const;
