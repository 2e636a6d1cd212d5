/**
 * Parses a `Retry-After` header: whole seconds, or an HTTP-date in one of its three forms (RFC 9110, 5.6.7) relative to
 * `nowMs`. Returns milliseconds, 0 for a date in the past, null for anything else.
 */
export function parseRetryAfter(value: string | string[] | undefined, nowMs: number): number | null {
  const text = (Array.isArray(value) ? value[0] : value)?.trim() ?? '';
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, Number.MAX_SAFE_INTEGER);
  const at = parseHttpDate(text, nowMs);
  return at === null ? null : Math.max(0, at - nowMs);
}

const time = String.raw`(?<hour>\d{2}):(?<minute>\d{2}):(?<second>\d{2})`;
const shortDay = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)';
const longDay = '(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day';
const month = '(?<month>[A-Z][a-z]{2})';
const forms = [
  // IMF-fixdate: Sun, 06 Nov 1994 08:49:37 GMT
  new RegExp(String.raw`^${shortDay}, (?<day>\d{2}) ${month} (?<year>\d{4}) ${time} GMT$`),
  // RFC 850: Sunday, 06-Nov-94 08:49:37 GMT
  new RegExp(String.raw`^${longDay}, (?<day>\d{2})-${month}-(?<year>\d{2}) ${time} GMT$`),
  // asctime: Sun Nov  6 08:49:37 1994
  new RegExp(String.raw`^${shortDay} ${month} (?<day>[ \d]\d) ${time} (?<year>\d{4})$`),
];
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

function parseHttpDate(text: string, nowMs: number): number | null {
  const parts = forms.map((form) => form.exec(text)?.groups).find((groups) => groups !== undefined);
  if (!parts) return null;
  const monthIndex = months.indexOf(parts['month'] ?? '');
  const [day, hour, minute, second] = ['day', 'hour', 'minute', 'second'].map((name) => Number(parts[name]));
  const year = fullYear(parts['year'] ?? '', nowMs);
  if (monthIndex < 0 || day === undefined || hour === undefined || minute === undefined || second === undefined)
    return null;
  const isDay = new Date(Date.UTC(year, monthIndex, day)).getUTCDate() === day;
  // Second 60 is a leap second.
  if (!isDay || hour > 23 || minute > 59 || second > 60) return null;
  return Date.UTC(year, monthIndex, day, hour, minute, second);
}

/** A two-digit year is at most 50 years ahead. */
function fullYear(digits: string, nowMs: number): number {
  if (digits.length === 4) return Number(digits);
  const thisYear = new Date(nowMs).getUTCFullYear();
  const year = thisYear - (thisYear % 100) + Number(digits);
  return year > thisYear + 50 ? year - 100 : year;
}
