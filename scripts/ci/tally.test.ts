import { expect, it } from 'vitest';
import { addTallies, failureLines, nothing, oneFailed, onePassed, stageLine, tallyLine } from './tally.ts';

it('sums up and says so in one plain line', () => {
  expect(tallyLine(addTallies([onePassed, { ...nothing, passed: 11 }]))).toBe('12 passed, 0 failed');
  expect(tallyLine(addTallies([oneFailed('a'), { ...nothing, passed: 2, skipped: 4 }]))).toBe('2 passed, 1 failed');
  expect(tallyLine(addTallies([]))).toBe('0 passed, 0 failed');
});

it('says of a stage what it left out, if anything', () => {
  expect(stageLine('units', { passed: 2, failed: 1, skipped: 4, failures: [] })).toBe(
    'units: 2 passed, 1 failed, 4 skipped',
  );
  expect(stageLine('checks', onePassed)).toBe('checks: 1 passed, 0 failed');
});

it('names what failed, and counts what is too much to name', () => {
  const names = Array.from({ length: 42 }, (_, number) => `test ${number}`);
  const lines = failureLines(addTallies(names.map(oneFailed)));
  expect(lines.slice(0, 2)).toEqual(['FAILED: test 0', 'FAILED: test 1']);
  expect(lines.slice(-2)).toEqual(['FAILED: test 39', 'FAILED: 2 more, named above.']);
  expect(failureLines(onePassed)).toEqual([]);
});
