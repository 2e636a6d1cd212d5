import type * as english from '../schedule.ts';
import type { Translation } from '../translation.ts';

export const scheduleWords: Translation<typeof english.scheduleWords> = {
  hourly: 'jede Stunde',
  hourlyAt: (minute) => `jede Stunde um :${minute}`,
  everyMinute: 'jede Minute',
  everyMinutes: (count) => `alle ${count} Minuten`,
  everyHours: (count) => `alle ${count} Stunden`,
  daily: 'jeden Tag',
  weekdays: 'jeden Werktag',
  weekends: 'jeden Samstag und Sonntag',
  everyOf: (days) => `jeden ${days}`,
  onThe: (days) => `am ${days} jedes Monats`,
  onTheOf: (days, months) => `am ${days} im ${months}`,
  oftenOn: (often, days) => `${often}, ${days}`,
  daysIn: (days, months) => `${days} im ${months}`,
  or: (one, other) => `${one} und ${other}`,
  at: (days, times) => `${days} um ${times} Uhr`,
  pattern: (cron) => `zu den Zeiten von „${cron}“`,
  weekdayNames: ['Sonntag', 'Montag', 'Dienstag', 'Mittwoch', 'Donnerstag', 'Freitag', 'Samstag'],
  monthNames: [
    'Januar',
    'Februar',
    'März',
    'April',
    'Mai',
    'Juni',
    'Juli',
    'August',
    'September',
    'Oktober',
    'November',
    'Dezember',
  ],
};

export const ordinal: Translation<typeof english.ordinal> = (day) => `${day}.`;

export const listed: Translation<typeof english.listed> = (items) => {
  if (items.length < 2) return items.join('');
  return `${items.slice(0, -1).join(', ')} und ${items[items.length - 1]}`;
};
