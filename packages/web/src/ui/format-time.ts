import { timeWords } from '../words/times.ts';

const dayMs = 86_400_000;

/** The hour and minute of a moment, in the reader's own zone and habit. */
export function clockTime(iso: string): string {
  return new Date(iso).toLocaleTimeString(undefined, { hour: 'numeric', minute: '2-digit' });
}

/** Date and time in full, for tooltips and logs. */
export function fullTime(iso: string): string {
  return new Date(iso).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
}

/** Date and time to the minute, for what is planned. */
export function dateAndTime(iso: string): string {
  return new Date(iso).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
}

/** Day and time to the second without the year, for rows of a log. */
export function logTime(iso: string): string {
  const parts = { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit', second: '2-digit' } as const;
  return new Date(iso).toLocaleString(undefined, parts);
}

/** The day of a moment as a heading: today, yesterday, a weekday within the last six days, else the date. */
export function dayTitle(iso: string, now: Date): string {
  const days = daysBetween(new Date(iso), now);
  if (days === 0) return timeWords.today;
  if (days === 1) return timeWords.yesterday;
  if (days > 1 && days < 7) return new Date(iso).toLocaleDateString(undefined, { weekday: 'long' });
  return new Date(iso).toLocaleDateString(undefined, { dateStyle: 'long' });
}

/** A moment in as few characters as a list allows: the time today, else the day. */
export function briefTime(iso: string, now: Date): string {
  const days = daysBetween(new Date(iso), now);
  if (days === 0) return clockTime(iso);
  if (days > 0 && days < 7) return new Date(iso).toLocaleDateString(undefined, { weekday: 'short' });
  return new Date(iso).toLocaleDateString(undefined, { day: 'numeric', month: 'short' });
}

/** Whether two moments fall on the same day of the reader's calendar. */
export function isSameDay(one: string, other: string): boolean {
  return daysBetween(new Date(one), new Date(other)) === 0;
}

function daysBetween(earlier: Date, later: Date): number {
  return Math.round((midnight(later) - midnight(earlier)) / dayMs);
}

function midnight(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}
