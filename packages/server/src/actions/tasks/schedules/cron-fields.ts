/** Maximum number of days of each month. */
const monthDays = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/**
 * Returns whether the given days do not exist in any of the given months, such as 31 February. Decides by the fields
 * alone, because the cron library would search the whole calendar. Returns false for fields that are more complex.
 */
export function neverComes(day: string, month: string, weekday: string): boolean {
  if (weekday !== '*' && weekday !== '?') return false;
  const days = day.split(',').map((item) => Number(/^(\d{1,2})(?:-\d{1,2})?$/.exec(item)?.[1]));
  const named = month
    .toLowerCase()
    .split(',')
    .flatMap((item) =>
      rangeOf(item, (text) => (monthNames.includes(text) ? monthNames.indexOf(text) + 1 : Number(text))),
    );
  const longest = Math.max(...named.map((number) => monthDays[number - 1] ?? NaN));
  return Math.min(...days) > longest;
}

function rangeOf(item: string, valueOf: (text: string) => number): number[] {
  const [from = '', to = from] = item.split('-');
  const [first, last] = [valueOf(from), valueOf(to)];
  const isRange = first >= 1 && last >= first && last <= 12;
  return isRange ? Array.from({ length: last - first + 1 }, (_, place) => first + place) : [NaN];
}

/**
 * Lists the minutes of a schedule with fixed hours one by one. The cron library then runs a schedule with fixed hours
 * once after an hour that the spring clock change skips; a schedule for every hour, or every few, just skips it.
 */
export function minutesByNumber(minutes: string, hours: string): string {
  if (/[*?/]/.test(hours)) return minutes;
  return minutes.split(',').map(listOf).join(',');
}

function listOf(item: string): string {
  const [, from, to, every = '1'] = /^(?:\*|(\d{1,2})-(\d{1,2}))(?:\/(\d{1,2}))?$/.exec(item) ?? [];
  const [first, last, step] = [Number(from ?? 0), Number(to ?? 59), Number(every)];
  const isList = /[*/]/.test(item) && step >= 1 && first <= last && last <= 59;
  if (!isList) return item;
  return Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, place) => first + place * step).join(',');
}
