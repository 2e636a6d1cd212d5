import { expect, test } from 'vitest';
import { isQuiet } from './quiet-hours.ts';

const at = (hour: number, minute = 0) => new Date(2026, 2, 3, hour, minute);

test('quiet hours last over midnight where they end before they begin', () => {
  const night = { isOn: true, from: '22:00', to: '07:00' };
  expect([21, 22, 23, 0, 6, 7, 12].map((hour) => isQuiet(night, at(hour)))).toEqual([
    false,
    true,
    true,
    true,
    true,
    false,
    false,
  ]);
});

test('quiet hours of a day begin at their first minute and end before their last', () => {
  const noon = { isOn: true, from: '12:30', to: '13:00' };
  expect([at(12, 29), at(12, 30), at(12, 59), at(13)].map((time) => isQuiet(noon, time))).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

test('what is switched off, or has no length, is never quiet', () => {
  expect(isQuiet({ isOn: false, from: '00:00', to: '23:59' }, at(12))).toBe(false);
  expect(isQuiet({ isOn: true, from: '12:00', to: '12:00' }, at(12))).toBe(false);
});
