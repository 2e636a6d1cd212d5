import { timeWords } from '../words/times.ts';
import { locale } from '../words/locale.ts';

const dayMs = 86_400_000;

/** Returns hour and minute, in the user's time zone and format. */
export function clockTime(iso: string): string {
  return new Date(iso).toLocaleTimeString(locale(), { hour: 'numeric', minute: '2-digit' });
}

/** Returns date and time with seconds, for tooltips and logs. */
export function fullTime(iso: string): string {
  return new Date(iso).toLocaleString(locale(), { dateStyle: 'medium', timeStyle: 'medium' });
}

/** Returns date and time to the minute, for planned times. */
export function dateAndTime(iso: string): string {
  return new Date(iso).toLocaleString(locale(), { dateStyle: 'medium', timeStyle: 'short' });
}

/** Returns day and time to the second, without the year, for rows of a log. */
export function logTime(iso: string): string {
  const parts = { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit', second: '2-digit' } as const;
  return new Date(iso).toLocaleString(locale(), parts);
}

/** Returns the day as a heading: today, yesterday, a weekday within the last six days, else the date. */
export function dayTitle(iso: string, now: Date): string {
  const days = daysBetween(new Date(iso), now);
  if (days === 0) return timeWords.today;
  if (days === 1) return timeWords.yesterday;
  if (days > 1 && days < 7) return new Date(iso).toLocaleDateString(locale(), { weekday: 'long' });
  return new Date(iso).toLocaleDateString(locale(), { dateStyle: 'long' });
}

/** Returns a short form for lists: the time if it is today, else the day. */
export function briefTime(iso: string, now: Date): string {
  const days = daysBetween(new Date(iso), now);
  if (days === 0) return clockTime(iso);
  if (days > 0 && days < 7) return new Date(iso).toLocaleDateString(locale(), { weekday: 'short' });
  return new Date(iso).toLocaleDateString(locale(), { day: 'numeric', month: 'short' });
}

/** Returns whether two times fall on the same day in the user's time zone. */
export function isSameDay(one: string, other: string): boolean {
  return daysBetween(new Date(one), new Date(other)) === 0;
}

function daysBetween(earlier: Date, later: Date): number {
  return Math.round((midnight(later) - midnight(earlier)) / dayMs);
}

function midnight(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}
