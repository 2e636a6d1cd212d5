import { locale } from '../../words/locale.ts';

/** Returns the UTC offset written in a time, in minutes; `Z` is 0. */
export function writtenOffset(iso: string): number {
  const [, sign, hours, minutes] = /([+-])(\d{2}):?(\d{2})$/u.exec(iso) ?? [];
  return sign === undefined ? 0 : (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/** Returns the UTC offset of the user's clock at a time, in minutes. */
export function ownOffset(iso: string): number {
  return 0 - new Date(iso).getTimezoneOffset();
}

/** @example offsetName(120) // 'UTC+2' */
export function offsetName(minutes: number): string {
  if (minutes === 0) return 'UTC';
  const size = Math.abs(minutes);
  const rest = size % 60 === 0 ? '' : `:${String(size % 60).padStart(2, '0')}`;
  return `UTC${minutes < 0 ? '−' : '+'}${Math.floor(size / 60)}${rest}`;
}

/** Formats a time span at a UTC offset in minutes. Shows the day of the end only if it differs. */
export function spanAt(start: string, end: string | undefined, minutes: number): string {
  const day = { dateStyle: 'medium', timeZone: 'UTC' } as const;
  const time = { timeStyle: 'short', timeZone: 'UTC' } as const;
  const at = (iso: string) => new Date(Date.parse(iso) + minutes * 60_000);
  const both = (date: Date) => date.toLocaleString(locale(), { ...day, ...time });
  const [from, until] = [at(start), end === undefined ? null : at(end)];
  if (until === null) return both(from);
  const isOneDay = from.toISOString().slice(0, 10) === until.toISOString().slice(0, 10);
  return `${both(from)} – ${isOneDay ? until.toLocaleTimeString(locale(), time) : both(until)}`;
}
