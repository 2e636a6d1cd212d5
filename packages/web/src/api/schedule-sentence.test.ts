import { expect, test } from 'vitest';
import { nextTimes, parseCron } from './cron.ts';
import { scheduleSentence } from './schedule-sentence.ts';

test('times that come again are said in words', () => {
  const sentences: readonly (readonly [string, string])[] = [
    ['0 9 * * 1-5', 'every weekday at 9:00'],
    ['0 9 * * mon-fri', 'every weekday at 9:00'],
    ['30 8,17 * * *', 'every day at 8:30 and 17:30'],
    ['0 9 * * 1', 'every Monday at 9:00'],
    ['0 9 * * 0,4,7', 'every Thursday and Sunday at 9:00'],
    ['0 10 * * 6,0', 'every Saturday and Sunday at 10:00'],
    ['0 7 1,15 * *', 'on the 1st and 15th of every month at 7:00'],
    ['0 7 3 1 *', 'on the 3rd of January at 7:00'],
    ['0 * * * *', 'every hour'],
    ['5 * * * *', 'every hour at :05'],
    ['*/15 * * * *', 'every 15 minutes'],
    ['* * * * *', 'every minute'],
    ['0 */6 * * *', 'every 6 hours'],
    ['*/7 9 * * *', 'at the times of “*/7 9 * * *”'],
    ['0 9 L * *', 'at the times of “0 9 L * *”'],
  ];
  expect(sentences.map(([cron]) => [cron, scheduleSentence(cron)])).toEqual(sentences);
});

function next(cron: string, timezone: string, after: string): string[] {
  const times = parseCron(cron);
  return times ? nextTimes(times, timezone, new Date(after), 3).map((time) => time.toISOString()) : [];
}

test('the next times follow the clocks of the zone, also where these change', () => {
  expect(next('0 9 * * 1-5', 'Europe/Berlin', '2026-10-22T12:00:00Z')).toEqual([
    '2026-10-23T07:00:00.000Z',
    '2026-10-26T08:00:00.000Z',
    '2026-10-27T08:00:00.000Z',
  ]);
  expect(next('30 2 * * *', 'Europe/Berlin', '2026-03-28T00:00:00Z')).toEqual([
    '2026-03-28T01:30:00.000Z',
    '2026-03-29T01:30:00.000Z',
    '2026-03-30T00:30:00.000Z',
  ]);
  expect(next('0 0 29 2 *', 'UTC', '2026-01-01T00:00:00Z')).toHaveLength(1);
});

test('either is enough where days of the month and weekdays are named, and what never comes has no times', () => {
  expect(next('0 0 13 * 5', 'UTC', '2026-02-01T00:00:00Z')).toEqual([
    '2026-02-06T00:00:00.000Z',
    '2026-02-13T00:00:00.000Z',
    '2026-02-20T00:00:00.000Z',
  ]);
  expect(next('0 0 31 2 *', 'UTC', '2026-02-01T00:00:00Z')).toEqual([]);
});
