import { clockTime, dateAndTime, isSameDay } from '../../ui/format-time.ts';
import { boundsWords } from '../../words/standing.ts';
import { locale } from '../../words/locale.ts';

const weekMs = 6 * 86_400_000;

/** Returns a moment in the future for a sentence: today with its time, a weekday within six days, else the date. */
export function momentWords(iso: string, now: Date): string {
  if (isSameDay(iso, now.toISOString())) return boundsWords.today(clockTime(iso));
  const ms = Date.parse(iso) - now.getTime();
  if (ms < 0 || ms > weekMs) return dateAndTime(iso);
  return new Date(iso).toLocaleString(locale(), { weekday: 'long', hour: 'numeric', minute: '2-digit' });
}
