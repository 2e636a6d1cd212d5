/** The five fields as sets; null where the expression uses more than numbers, stars, ranges, steps and lists. */
interface Fields {
  readonly minutes: Set<number>;
  readonly hours: Set<number>;
  readonly days: Set<number>;
  readonly months: Set<number>;
  readonly weekdays: Set<number>;
  /** Both the day of the month and the day of the week are restricted: either will do. */
  readonly eitherDay: boolean;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** The next time that fits, in UTC, by trying one day after the other; `unclear` where crons differ on what it means. */
export function nextByTrying(cron: string, after: Date): Date | 'unclear' {
  const fields = readFields(cron);
  if (fields === null) return 'unclear';
  const from = Math.floor(after.getTime() / minuteMs) * minuteMs + minuteMs;
  const firstDay = Math.floor(from / dayMs) * dayMs;
  for (let day = firstDay; day < firstDay + 9 * 366 * dayMs; day += dayMs) {
    if (!fitsDay(fields, new Date(day))) continue;
    for (let at = Math.max(day, from); at < day + dayMs; at += minuteMs) {
      const time = new Date(at);
      if (fields.hours.has(time.getUTCHours()) && fields.minutes.has(time.getUTCMinutes())) return time;
    }
  }
  return 'unclear';
}

function fitsDay({ days, months, weekdays, eitherDay }: Fields, day: Date): boolean {
  if (!months.has(day.getUTCMonth() + 1)) return false;
  const [inMonth, inWeek] = [days.has(day.getUTCDate()), weekdays.has(day.getUTCDay())];
  return eitherDay ? inMonth || inWeek : inMonth && inWeek;
}

function readFields(cron: string): Fields | null {
  const written = cron.split(' ');
  if (written.length !== 5) return null;
  const bounds = [
    [0, 59],
    [0, 23],
    [1, 31],
    [1, 12],
    [0, 7],
  ] as const;
  const [minutes, hours, days, months, weekdays] = bounds.map(([least, most], index) =>
    readField(written[index] ?? '', least, most),
  );
  if (!minutes || !hours || !days || !months || !weekdays) return null;
  if (weekdays.has(7)) weekdays.add(0);
  const [dayOfMonth, dayOfWeek] = [written[2], written[4]];
  // A star with a step counts as restricted for some and as a star for others.
  if ([dayOfMonth, dayOfWeek].some((field) => field !== '*' && field?.includes('*'))) return null;
  return { minutes, hours, days, months, weekdays, eitherDay: dayOfMonth !== '*' && dayOfWeek !== '*' };
}

function readField(text: string, least: number, most: number): Set<number> | null {
  const values = new Set<number>();
  for (const part of text.split(',')) {
    const match = /^(?:\*|(\d{1,2})(?:-(\d{1,2}))?)(?:\/(\d{1,2}))?$/.exec(part);
    if (!match) return null;
    const [, first, last, step] = match;
    if (step !== undefined && (Number(step) < 1 || Number(step) > most || (first !== undefined && last === undefined)))
      return null;
    const from = first === undefined ? least : Number(first);
    const to = first === undefined ? most : Number(last ?? first);
    if (from < least || to > most || from > to) return null;
    for (let value = from; value <= to; value += Number(step ?? 1)) values.add(value);
  }
  return values;
}
