import { expect, it } from 'vitest';
import { parseRetryAfter } from './retry-after.ts';

const NOW = Date.parse('2026-01-31T09:00:00.000Z');

it.each<[string, number | null]>([
  ['0', 0],
  ['120', 120_000],
  [' 7 ', 7_000],
  ['Sat, 31 Jan 2026 09:01:30 GMT', 90_000],
  ['Saturday, 31-Jan-26 09:01:30 GMT', 90_000],
  ['Sat, 31 Jan 2026 08:00:00 GMT', 0],
  ['-1', null],
  ['1.5', null],
  ['1e3', null],
  ['soon', null],
  ['', null],
  ['2026-01-31T09:01:30Z', null],
  ['Sat, 99 Foo 2026 09:01:30 GMT', null],
  ['99999999999', 99_999_999_999_000],
  ['9'.repeat(400), Number.MAX_SAFE_INTEGER],
  ['000000000000000007', 7_000],
  ['Sat Jan 31 09:01:30 2026', 90_000],
  ['Sun Feb  1 09:00:00 2026', 86_400_000],
  ['Sun Feb 1 09:00:00 2026', null],
  ['Sunday, 06-Nov-94 08:49:37 GMT', 0],
  ['Monday, 31-Jan-77 09:00:00 GMT', 0],
  ['Sat, 31 Feb 2026 09:00:00 GMT', null],
  ['Sat, 31 Jan 2026 25:00:00 GMT', null],
  ['Saturday, 31 Jan 2026 09:01:30 GMT', null],
  ['Sat, 31 Jan 2026 09:01:30', null],
  ['Sat, 31 Jan 2026 09:01:30 UTC', null],
])('§27 reads Retry-After %j as %j ms', (value, expected) => {
  expect(parseRetryAfter(value, NOW)).toBe(expected);
});

it('reads an absent header as no wish and the first of several', () => {
  expect(parseRetryAfter(undefined, NOW)).toBeNull();
  expect(parseRetryAfter(['3', '9'], NOW)).toBe(3_000);
});
