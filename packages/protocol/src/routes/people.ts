import { z } from 'zod';
import { itemOf, listOf } from '../requests/pages.ts';
import { editProfileBody, person, signInBody, signUpBody, user } from '../requests/people.ts';
import { quotaItem } from '../requests/quota.ts';
import { textQuery } from './query.ts';
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
    query: z.object({ handle: textQuery('The exact handle.') }),
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
  signOut: human({ method: 'DELETE', path: '/v1/session', summary: 'Sign out.', answer: { status: 204 } }),
} as const;
