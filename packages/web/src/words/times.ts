import { catalogue } from './catalogue.ts';

/** Texts for days and remaining time. */
export const timeWords = catalogue('timeWords', {
  today: 'Today',
  yesterday: 'Yesterday',
  over: 'over',
  lessThanAMinute: 'less than a minute left',
  minutes: (count: number) => `${count} min left`,
  hours: (count: number) => `${count} h left`,
  days: (count: number) => `${count} days left`,
});
