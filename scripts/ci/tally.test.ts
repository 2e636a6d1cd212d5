import { expect, it } from 'vitest';
import { addTallies, oneFailed, onePassed, stageLine, tallyLine } from './tally.ts';

it('sums up and says so in one plain line', () => {
  expect(tallyLine(addTallies([onePassed, { passed: 11, failed: 0, skipped: 0 }]))).toBe('12 passed, 0 failed');
  expect(tallyLine(addTallies([oneFailed, { passed: 2, failed: 0, skipped: 4 }]))).toBe('2 passed, 1 failed');
  expect(tallyLine(addTallies([]))).toBe('0 passed, 0 failed');
});

it('says of a stage what it left out, if anything', () => {
  expect(stageLine('units', { passed: 2, failed: 1, skipped: 4 })).toBe('units: 2 passed, 1 failed, 4 skipped');
  expect(stageLine('checks', onePassed)).toBe('checks: 1 passed, 0 failed');
});
