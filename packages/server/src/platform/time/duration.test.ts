import { describe, expect, it } from 'vitest';
import { parseDuration } from './duration.ts';

describe('a duration', () => {
  it.each([
    ['0s', 0],
    ['30s', 30_000],
    ['5m', 300_000],
    ['2h', 7_200_000],
    ['1d', 86_400_000],
  ])('§1 is a whole number and its unit: %j is %i ms', (text, ms) => {
    expect(parseDuration('PARLEY_X', text)).toBe(ms);
  });

  it.each(['', '5', 'm', '1.5h', '-1s', '1 h', ' 1h', '1h ', '1h30m', '1H', '1w', '1ms', '1e3s', '9999999999s'])(
    '§1 is not %j',
    (text) => {
      expect(() => parseDuration('PARLEY_X', text)).toThrow(`PARLEY_X takes durations`);
    },
  );
});
