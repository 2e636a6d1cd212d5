import { catalogue } from './catalogue.ts';

/** Texts about signing in and out. */
export const sessionWords = catalogue('sessionWords', {
  signOut: 'Sign out',
  permissions: 'Permissions',
  guide: 'Guide for developers',
  reference: 'API reference',
  ended: 'Your session has ended. Sign in again to go on; what you wrote is kept.',
  changed: (now: string, before: string) =>
    `You are signed in as ${now} now, in this browser. What ${before} sent and what did not arrive is kept for ${before}, for 30 days.`,
  offline: 'You are offline. Parley opens as soon as the connection is back.',
});
