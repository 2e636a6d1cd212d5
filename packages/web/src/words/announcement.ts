import { catalogue } from './catalogue.ts';

/** Texts about what the administrators announce. */
export const announcementWords = catalogue('announcementWords', {
  label: 'Announcement',
  putAway: 'Put away',
});
