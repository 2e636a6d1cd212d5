import { expect, it } from 'vitest';
import { briefTime, clockTime, dayTitle, isSameDay } from './format-time.ts';

const local = (day: number, hour: number) => new Date(2026, 2, day, hour, 5).toISOString();
const now = new Date(2026, 2, 20, 12);

it('calls days by their nearest name', () => {
  expect(dayTitle(local(20, 0), now)).toBe('Today');
  expect(dayTitle(local(19, 23), now)).toBe('Yesterday');
  expect(dayTitle(local(16, 12), now)).toBe(new Date(2026, 2, 16).toLocaleDateString(undefined, { weekday: 'long' }));
  expect(dayTitle(local(1, 12), now)).toContain('2026');
});

it('tells days apart by the calendar and not by hours', () => {
  expect(isSameDay(local(20, 0), local(20, 23))).toBe(true);
  expect(isSameDay(local(19, 23), local(20, 0))).toBe(false);
});

it('is brief in lists', () => {
  expect(briefTime(local(20, 9), now)).toBe(clockTime(local(20, 9)));
  expect(briefTime(local(1, 9), now)).not.toContain(':');
});
