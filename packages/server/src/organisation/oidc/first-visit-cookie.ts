import type { AnswerCookie } from '../../platform/routing/route.ts';

/**
 * Tells the app that this person is new, so that it leads them into a first conversation, as after a sign-up by password. Nothing
 * else depends on it.
 */
export const firstVisitCookie: AnswerCookie = {
  name: 'parley_start',
  value: 'first',
  maxAgeSeconds: 60,
  isReadable: true,
};
