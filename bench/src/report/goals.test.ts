import { expect, it } from 'vitest';
import type { MeasuredRow } from '../measures/measure.ts';
import { summarize } from './summarize.ts';

const row: MeasuredRow = { title: 'Rate', unit: '/s', better: 'higher' };

function goalsOf(asked: Partial<MeasuredRow>, taken: Record<string, number[]>) {
  const repeats = Object.entries(taken).map(([name, values]) => [name, values.map((value) => [value])] as const);
  const report = summarize({ id: 'p1', title: 'Sending', rows: [{ ...row, ...asked }] }, new Map(repeats));
  return report.rows[0]?.goals;
}

it('asks the product to be so many times better than the best of those named', () => {
  const goal = { times: 1.2, than: ['a', 'b'] };
  expect(goalsOf({ goal }, { Parley: [130], a: [50], b: [100], c: [900] })).toEqual([
    { says: 'at least 1.2 × a, b', met: true },
  ]);
  expect(goalsOf({ goal }, { Parley: [110], a: [50], b: [100] })?.[0]?.met).toBe(false);
});

it('turns the ratio round where less is better', () => {
  const goal = { times: 0.5, than: ['a'] };
  expect(goalsOf({ goal, better: 'lower' }, { Parley: [20], a: [10] })?.[0]?.met).toBe(true);
  expect(goalsOf({ goal, better: 'lower' }, { Parley: [21], a: [10] })?.[0]?.met).toBe(false);
});

it('checks a bound by the median of the product alone', () => {
  expect(goalsOf({ goal: { atMost: 27 } }, { Parley: [20, 26, 90] })?.[0]?.met).toBe(true);
  expect(goalsOf({ goal: { atMost: 27 } }, { Parley: [20, 28, 90] })?.[0]?.met).toBe(false);
});

it('checks a least by the median of the product alone', () => {
  const goal = { atLeast: 2500 };
  expect(goalsOf({ goal }, { Parley: [100, 2500, 9000] })).toEqual([{ says: 'at least 2,500 /s', met: true }]);
  expect(goalsOf({ goal }, { Parley: [100, 2499, 9000] })?.[0]?.met).toBe(false);
});

it('does not know about a goal where one of those named did not take part', () => {
  expect(goalsOf({ goal: { times: 2, than: ['a', 'b'] } }, { Parley: [1], a: [2] })?.[0]?.met).toBeNull();
});
