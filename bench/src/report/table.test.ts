import { expect, it } from 'vitest';
import { accepting } from '../measures/accepting.ts';
import { summarize } from './summarize.ts';
import { writeTable } from './table.ts';

const taken = new Map([
  [
    'Parley',
    [
      [3000, 200],
      [2000, 300],
    ],
  ],
  [
    'pg-boss',
    [
      [1000, NaN],
      [1000, 600],
    ],
  ],
]);

function tables(): string {
  return writeTable(summarize(accepting, taken));
}

it('shows the median, the spread and how many times better the product is', () => {
  expect(tables()).toMatch(/\| Parley +\| 2,500 +\| 2,000 – 3,000 +\| +\| +\|/);
  expect(tables()).toMatch(/\| pg-boss +\| 1,000 +\| 1,000 – 1,000 +\| 2\.50 \(2\.00 – 3\.00\) +\| +\|/);
});

it('says that a value is unknown instead of making a ratio of it', () => {
  expect(tables()).toMatch(/\| pg-boss +\| unknown +\| unknown – unknown +\| +\| +\|/);
});

it('aligns all lines of a table', () => {
  const widths = tables()
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.length);
  expect(new Set(widths).size).toBe(1);
});

it('shows a goal beside what it asks for, with whether it was met', () => {
  const other = [[1000, 600]];
  const taking = new Map([...taken, ['graphile-worker', [...other, ...other]]]);
  const table = writeTable(summarize(accepting, taking));
  expect(table).toMatch(/\| \*\*Durable sends\*\* \(\/s\) .*at least 4 × pg-boss: \*\*not met\*\*;/);
});
