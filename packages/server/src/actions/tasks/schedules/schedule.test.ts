import { describe, expect, test } from 'vitest';
import { nextAfter } from './schedule.ts';

const after = (cron: string, timezone: string, from: string) =>
  nextAfter(cron, timezone, new Date(from))?.toISOString() ?? null;

describe('the next time of a schedule', () => {
  test.each([
    ['* * * * *', 'UTC', '2026-11-21T09:00:00.000Z', '2026-11-21T09:01:00.000Z'],
    ['* * * * *', 'UTC', '2026-11-21T09:00:59.999Z', '2026-11-21T09:01:00.000Z'],
    ['0 9 * * 1-5', 'Europe/Zurich', '2026-11-20T08:00:00.000Z', '2026-11-23T08:00:00.000Z'],
    ['0 9 * * *', 'Europe/Zurich', '2026-07-01T08:00:00.000Z', '2026-07-02T07:00:00.000Z'],
    ['0 0 29 2 *', 'UTC', '2026-11-21T09:00:00.000Z', '2028-02-29T00:00:00.000Z'],
  ])('of %s in %s after %s is %s', (cron, timezone, from, next) => {
    expect(after(cron, timezone, from)).toBe(next);
  });

  test.each([
    ['0 0 31 1-2 *', '2027-01-31T00:00:00.000Z'],
    ['0 0 30,31 2,mar *', '2027-03-30T00:00:00.000Z'],
    ['0 0 31 2 1', '2027-02-01T00:00:00.000Z'],
    ['0 0 L 2 *', '2027-02-28T00:00:00.000Z'],
  ])('is found for %s, of which some days never come', (cron, next) => {
    expect(after(cron, 'UTC', '2026-11-21T09:00:00.000Z')).toBe(next);
  });

  test('comes as soon as the hour is over that is skipped in spring', () => {
    expect(after('30 2 * * *', 'Europe/Zurich', '2026-03-28T12:00:00.000Z')).toBe('2026-03-29T01:00:00.000Z');
  });

  const gaps = [
    ['Europe/Zurich', '2027-03-27T12:00:00.000Z', '2027-03-28T01:00:00.000Z', '2027-03-29T00:00:00.000Z'],
    ['America/New_York', '2027-03-13T12:00:00.000Z', '2027-03-14T07:00:00.000Z', '2027-03-15T06:00:00.000Z'],
  ] as const;
  test.each(gaps)('§10 is once after the skipped hour in %s, however its minutes are written', (zone, ...times) => {
    const [before, afterGap, nextDay] = times;
    for (const minutes of ['*/20', '*', '0-59/20', '0,20,40', '0-5,*/20']) {
      expect(after(`${minutes} 2 * * *`, zone, before)).toBe(afterGap);
      expect(after(`${minutes} 2 * * *`, zone, afterGap)).toBe(nextDay);
    }
  });

  test('§10 is not added where an hour is skipped, for what comes every hour', () => {
    const [, , gapEnd] = gaps[0];
    for (const hours of ['*', '*/2', '0-23/1']) {
      expect(after(`5 ${hours} * * *`, 'Europe/Zurich', '2027-03-28T00:30:00.000Z')).not.toBe(gapEnd);
    }
  });

  test('is once on the day on which an hour comes twice', () => {
    const first = after('30 2 * * *', 'Europe/Zurich', '2026-10-24T12:00:00.000Z') ?? '';
    expect(first).toBe('2026-10-25T00:30:00.000Z');
    expect(after('30 2 * * *', 'Europe/Zurich', first)).toBe('2026-10-26T01:30:00.000Z');
  });

  test.each([
    '',
    '* * * *',
    '* * * * * *',
    '@daily',
    '60 * * * *',
    'a b c d e',
    '0 0 30 2 *',
    '0 0 31 2 *',
    '0 0 31 feb,4-4,6 *',
    '*/0 2 * * *',
    '0-70/5 2 * * *',
    '0 0 1 13 *',
    '* * * * 8',
    '5-1 * * * *',
  ])('does not come for %j', (cron) => {
    expect(after(cron, 'UTC', '2026-11-21T09:00:00.000Z')).toBeNull();
  });
});
