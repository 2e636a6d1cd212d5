import type * as english from '../times.ts';
import type { Translation } from '../translation.ts';

export const timeWords: Translation<typeof english.timeWords> = {
  today: 'Heute',
  yesterday: 'Gestern',
  over: 'vorbei',
  lessThanAMinute: 'noch weniger als eine Minute',
  minutes: (count) => `noch ${count} min`,
  hours: (count) => `noch ${count} h`,
  days: (count) => `noch ${count} Tage`,
};
