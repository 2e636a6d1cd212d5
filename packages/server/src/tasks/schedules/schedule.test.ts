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

  test('comes as soon as the hour is over that is skipped in spring', () => {
    expect(after('30 2 * * *', 'Europe/Zurich', '2026-03-28T12:00:00.000Z')).toBe('2026-03-29T01:00:00.000Z');
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
    '* * * * 8',
    '5-1 * * * *',
  ])('does not come for %j', (cron) => {
    expect(after(cron, 'UTC', '2026-11-21T09:00:00.000Z')).toBeNull();
  });
});
