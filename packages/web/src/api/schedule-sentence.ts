import { listed, ordinal, scheduleWords as words } from '../words/schedule.ts';
import { parseCron } from './cron.ts';
import type { CronTimes } from './cron.ts';

/** More times a day than this are not listed. */
const timesAtMost = 6;

/** Times that come again in words: "every weekday at 9:00". What has no short sentence is shown as it is written. */
export function scheduleSentence(cron: string): string {
  const times = parseCron(cron);
  if (!times) return words.pattern(cron);
  const often = oftenOf(times);
  const days = daysOf(times);
  if (often !== null) return days === words.daily ? often : `${often} ${days}`;
  const count = times.hours.length * times.minutes.length;
  if (count > timesAtMost) return words.pattern(cron);
  const clocks = times.hours.flatMap((hour) => times.minutes.map((minute) => `${hour}:${twoDigits(minute)}`));
  return words.at(days, listed(clocks));
}

/** What comes through all hours of a day; null for what has its hours. */
function oftenOf({ minutes, hours }: CronTimes): string | null {
  const [minute = 0] = minutes;
  if (hours.length === 24) {
    if (minutes.length === 1) return minute === 0 ? words.hourly : words.hourlyAt(twoDigits(minute));
    if (minutes.length === 60) return words.everyMinute;
    const step = stepOf(minutes, 60);
    return step === null ? null : words.everyMinutes(step);
  }
  const step = stepOf(hours, 24);
  return step !== null && hours.length > 2 && minutes.length === 1 && minute === 0 ? words.everyHours(step) : null;
}

/** How far numbers lie apart that begin at 0 and fill a round evenly. */
function stepOf(numbers: readonly number[], round: number): number | null {
  const step = round / numbers.length;
  return Number.isInteger(step) && numbers.every((number, place) => number === place * step) ? step : null;
}

function daysOf({ days, months, weekdays }: CronTimes): string {
  const inMonths = months.length === 12 ? null : listed(months.map((month) => words.monthNames[month - 1] ?? ''));
  const ofMonth = days.length === 31 ? null : listed(days.map(ordinal));
  const ofWeek = weekdays.length === 7 ? null : weekdayWords(weekdays);
  if (ofMonth !== null) {
    const named = inMonths === null ? words.onThe(ofMonth) : words.onTheOf(ofMonth, inMonths);
    return ofWeek === null ? named : words.or(named, ofWeek);
  }
  const named = ofWeek ?? words.daily;
  return inMonths === null ? named : `${named} ${words.inMonths(inMonths)}`;
}

function weekdayWords(weekdays: readonly number[]): string {
  const key = weekdays.join(' ');
  if (key === '1 2 3 4 5') return words.weekdays;
  if (key === '0 6') return words.weekends;
  // A week begins on Monday here.
  const inOrder = weekdays.toSorted((one, other) => ((one + 6) % 7) - ((other + 6) % 7));
  return words.everyOf(listed(inOrder.map((day) => words.weekdayNames[day] ?? '')));
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}
