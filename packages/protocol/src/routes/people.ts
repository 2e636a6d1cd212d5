import { z } from 'zod';
import { itemOf, listOf, pageOf } from '../requests/pages.ts';
import { blockedPerson, editProfileBody, person, signInBody, signUpBody, user } from '../requests/people.ts';
import { quotaItem } from '../requests/quota.ts';
import { neededQuery, pageQuery } from './query.ts';
import { human, open } from './route.ts';

/** Signing up and in, one's own profile, and finding others. */
export const peopleRoutes = {
  signUp: open({
    method: 'POST',
    path: '/v1/users',
    summary: 'Sign up, and be signed in.',
    body: signUpBody,
    answer: { status: 201, json: itemOf(user) },
    refusals: ['handle_taken', 'signup_closed'],
    throttle: 'signUp',
  }),
  findPeople: human({
    method: 'GET',
    path: '/v1/users',
    summary: 'Find a person by their exact handle.',
    query: z.object({ handle: neededQuery('The exact handle.') }),
    answer: { status: 200, json: listOf(person) },
  }),
  signIn: open({
    method: 'POST',
    path: '/v1/session',
    summary: 'Sign in.',
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
    body: editProfileBody,
    answer: { status: 200, json: itemOf(user) },
  }),
  getQuota: human({
    method: 'GET',
    path: '/v1/quota',
    summary: 'What you have, of what you may have.',
    answer: { status: 200, json: listOf(quotaItem) },
  }),
  signOut: human({
    method: 'DELETE',
    path: '/v1/session',
    summary: 'Sign out.',
    tokens: 'refused',
    answer: { status: 204 },
  }),
  blockPerson: human({
    method: 'PUT',
    path: '/v1/users/{userId}/block',
    summary: 'Block a person: neither of you can open a conversation with the other, or add them to one.',
    doc: 'They are not told. Conversations that you share go on.',
    answer: { status: 204 },
    refusals: ['malformed_request', 'user_not_found'],
  }),
  unblockPerson: human({
    method: 'DELETE',
    path: '/v1/users/{userId}/block',
    summary: 'End the block of a person.',
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
