/** The minutes, hours, days of the month, months and weekdays (0 is Sunday) of a schedule. */
export interface CronTimes {
  readonly minutes: readonly number[];
  readonly hours: readonly number[];
  readonly days: readonly number[];
  readonly months: readonly number[];
  readonly weekdays: readonly number[];
}

const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const dayNames = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const searchedDays = 366 * 5;

/** Parses five fields of the common cron syntax. Returns null for anything else, which only the server validates. */
export function parseCron(cron: string): CronTimes | null {
  const fields = cron.trim().split(/\s+/);
  const [minute, hour, day, month, weekday] = fields;
  if (fields.length !== 5 || !minute || !hour || !day || !month || !weekday) return null;
  const minutes = numbersOf(minute, 0, 59);
  const hours = numbersOf(hour, 0, 23);
  const days = numbersOf(day, 1, 31);
  const months = numbersOf(month, 1, 12, monthNames);
  const named = numbersOf(weekday, 0, 7, dayNames);
  if (!minutes || !hours || !days || !months || !named) return null;
  const weekdays = [...new Set(named.map((number) => number % 7))].sort((one, other) => one - other);
  return { minutes, hours, days, months, weekdays };
}

/** Returns the next times after `after` at which the schedule runs, in a time zone. */
export function nextTimes(times: CronTimes, timezone: string, after: Date, count: number): Date[] {
  const found: Date[] = [];
  const start = wallClock(after, timezone);
  for (let step = 0; step < searchedDays && found.length < count; step += 1) {
    const date = new Date(start);
    date.setUTCHours(0, 0, 0, 0);
    date.setUTCDate(date.getUTCDate() + step);
    if (!fallsOn(times, date)) continue;
    for (const hour of times.hours) {
      for (const minute of times.minutes) {
        const moment = momentOf(date.getTime() + (hour * 60 + minute) * 60_000, timezone);
        if (moment > after && found.length < count) found.push(moment);
      }
    }
  }
  return found;
}

function numbersOf(field: string, min: number, max: number, names: readonly string[] = []): number[] | null {
  const numbers = new Set<number>();
  for (const item of field.toLowerCase().split(',')) {
    const [range = '', every] = item.split('/');
    const [from = '', to] = range === '*' || range === '?' ? [String(min), String(max)] : range.split('-');
    const first = numberOf(from, min, names);
    const last = to === undefined ? (every === undefined ? first : max) : numberOf(to, min, names);
    const step = every === undefined ? 1 : Number(every);
    if (!(first >= min && last <= max && first <= last && Number.isInteger(step) && step >= 1)) return null;
    for (let number = first; number <= last; number += step) numbers.add(number);
  }
  // Both 0 and 7 mean Sunday, so `*` would include Sunday twice.
  return [...numbers].sort((one, other) => one - other);
}

function numberOf(text: string, min: number, names: readonly string[]): number {
  const place = names.indexOf(text);
  if (place !== -1) return place + min;
  return /^\d{1,2}$/.test(text) ? Number(text) : Number.NaN;
}

/** If both days of the month and weekdays are restricted, a match of either is enough. */
function fallsOn({ days, months, weekdays }: CronTimes, date: Date): boolean {
  if (!months.includes(date.getUTCMonth() + 1)) return false;
  const isDay = days.includes(date.getUTCDate());
  const isWeekday = weekdays.includes(date.getUTCDay());
  const namesBoth = days.length < 31 && weekdays.length < 7;
  return namesBoth ? isDay || isWeekday : isDay && isWeekday;
}

/** Returns the wall-clock time of a zone, encoded as if it were UTC. */
function wallClock(moment: Date, timezone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: timezone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  }).formatToParts(moment);
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((each) => each.type === type)?.value);
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'));
}

/**
 * Returns the instant at which a zone's clocks show this time. If daylight saving skips the time, returns the instant after the
 * gap.
 */
function momentOf(wall: number, timezone: string): Date {
  const offset = (at: number) => wallClock(new Date(at), timezone) - at;
  const guess = wall - offset(wall);
  const moment = wall - offset(guess);
  const isShown = wallClock(new Date(moment), timezone) === wall;
  return new Date(isShown ? moment : Math.max(guess, moment));
}
