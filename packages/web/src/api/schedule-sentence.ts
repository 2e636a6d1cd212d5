import { listed, ordinal, scheduleWords as words } from '../words/schedule.ts';
import { parseCron } from './cron.ts';
import type { CronTimes } from './cron.ts';

/** A sentence lists at most this many times per day. */
const timesAtMost = 6;

/** Returns a schedule in words: "every weekday at 9:00". A schedule without a short sentence is shown as its cron text. */
export function scheduleSentence(cron: string): string {
  const times = parseCron(cron);
  if (!times) return words.pattern(cron);
  const often = oftenOf(times);
  const days = daysOf(times);
  if (often !== null) return days === words.daily ? often : words.oftenOn(often, days);
  const count = times.hours.length * times.minutes.length;
  if (count > timesAtMost) return words.pattern(cron);
  const clocks = times.hours.flatMap((hour) => times.minutes.map((minute) => `${hour}:${twoDigits(minute)}`));
  return words.at(days, listed(clocks));
}

/** Returns the words for a schedule that repeats through the whole day; null if it runs at certain hours. */
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

/** Returns the step between numbers that start at 0 and fill a round evenly; null if they do not. */
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
  return inMonths === null ? named : words.daysIn(named, inMonths);
}

function weekdayWords(weekdays: readonly number[]): string {
  const key = weekdays.join(' ');
  if (key === '1 2 3 4 5') return words.weekdays;
  if (key === '0 6') return words.weekends;
  // The week starts on Monday.
  const inOrder = weekdays.toSorted((one, other) => ((one + 6) % 7) - ((other + 6) % 7));
  return words.everyOf(listed(inOrder.map((day) => words.weekdayNames[day] ?? '')));
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}
