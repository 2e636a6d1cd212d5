/** What is said of coming and going. */
export const sessionWords = {
  signOut: 'Sign out',
  permissions: 'Permissions',
  guide: 'Guide for developers',
  reference: 'API reference',
  ended: 'Your session has ended. Sign in again to go on; what you wrote is kept.',
  offline: 'You are offline. Parley opens as soon as the connection is back.',
} as const;
