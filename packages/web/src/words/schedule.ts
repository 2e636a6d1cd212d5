import { catalogue } from './catalogue.ts';

/** Texts for the times of a schedule. */
export const scheduleWords = catalogue('scheduleWords', {
  hourly: 'every hour',
  hourlyAt: (minute: string) => `every hour at :${minute}`,
  everyMinute: 'every minute',
  everyMinutes: (count: number) => `every ${count} minutes`,
  everyHours: (count: number) => `every ${count} hours`,
  daily: 'every day',
  weekdays: 'every weekday',
  weekends: 'every Saturday and Sunday',
  everyOf: (days: string) => `every ${days}`,
  onThe: (days: string) => `on the ${days} of every month`,
  onTheOf: (days: string, months: string) => `on the ${days} of ${months}`,
  /** A schedule through the whole day, on some days only. */
  oftenOn: (often: string, days: string) => `${often} ${days}`,
  daysIn: (days: string, months: string) => `${days} in ${months}`,
  or: (one: string, other: string) => `${one} and ${other}`,
  at: (days: string, times: string) => `${days} at ${times}`,
  pattern: (cron: string) => `at the times of “${cron}”`,
  weekdayNames: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
  monthNames: [
    'January',
    'February',
    'March',
    'April',
    'May',
    'June',
    'July',
    'August',
    'September',
    'October',
    'November',
    'December',
  ],
});

/** Returns a day of the month as an ordinal: 1st, 2nd, 3rd, 11th. */
export const ordinal = catalogue('ordinal', (day: number) => {
  const isTeen = day > 10 && day < 20;
  const end = isTeen ? 'th' : ({ 1: 'st', 2: 'nd', 3: 'rd' }[day % 10] ?? 'th');
  return `${day}${end}`;
});

/** Joins several items: "a, b and c". */
export const listed = catalogue('listed', (items: readonly string[]) => {
  if (items.length < 2) return items.join('');
  return `${items.slice(0, -1).join(', ')} and ${items[items.length - 1]}`;
});
