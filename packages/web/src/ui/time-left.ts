import { timeWords as words } from '../words/times.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/**
 * Returns the time left until a date, rounded down to its largest unit.
 *
 * @example timeLeft('2026-03-02T09:00:00.000Z', new Date('2026-03-01T10:00:00Z')) // '23 h left'
 */
export function timeLeft(iso: string, now: Date): string {
  const ms = Date.parse(iso) - now.getTime();
  if (ms <= 0) return words.over;
  if (ms < minuteMs) return words.lessThanAMinute;
  if (ms < hourMs) return words.minutes(Math.floor(ms / minuteMs));
  if (ms < 2 * dayMs) return words.hours(Math.floor(ms / hourMs));
  return words.days(Math.floor(ms / dayMs));
}
