import { setupBody } from '../requests/admin-setup.ts';
import { itemOf } from '../requests/pages.ts';
import { user } from '../requests/people.ts';
import { open } from './route.ts';

/** What administrators do, and how the first person becomes one. */
export const adminRoutes = {
  setUp: open({
    method: 'POST',
    path: '/v1/setup',
    summary: 'Become the first administrator, by the link that the server prints at its start.',
    doc:
      'With a session, send the token alone: you become an administrator, and the answer is 200. Without one, send `handle`, ' +
      '`displayName` and `password` too: you are signed up and signed in, also where sign-up is closed, and the answer is 201.\n\n' +
      'A link works for 7 days and once, while the server has no active administrator; a later start of a server replaces it. A handle ' +
      'that is taken uses nothing up. The person of the demo is 403 `not_allowed`.',
    body: setupBody,
    tokens: 'refused',
    answer: { status: 201, also: 200, json: itemOf(user) },
    refusals: ['setup_closed', 'handle_taken', 'not_allowed', 'unauthenticated'],
    throttle: 'signIn',
  }),
} as const;
