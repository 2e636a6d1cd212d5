/** Texts about what the administrators announce. */
export const announcementWords = {
  label: 'Announcement',
  putAway: 'Put away',
} as const;
