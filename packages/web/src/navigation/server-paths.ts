import type { AdminPerson } from '@parley/protocol';

/** The addresses of the pages for administrators, below `paths.server`. */
export const serverPaths = {
  people: '/server/people',
  person: (userId: AdminPerson['userId']) => `/server/people/${userId}`,
  invitations: '/server/invitations',
  reports: '/server/reports',
  audit: '/server/audit',
  data: '/server/data',
} as const;
