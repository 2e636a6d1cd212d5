import type * as english from '../announcement.ts';
import type { Translation } from '../translation.ts';

export const announcementWords: Translation<typeof english.announcementWords> = {
  label: 'Ankündigung',
  putAway: 'Ausblenden',
};
