import { expect, it } from 'vitest';
import { drawChart } from './chart.ts';
import type { ContestantReport, MeasureReport } from './report.ts';

const one = (name: string, min: number, median: number, max: number): ContestantReport => ({
  name,
  values: [min, median, max],
  min,
  median,
  max,
  productIsBetter: null,
});

function chartOf(...contestants: ContestantReport[]): string {
  const row = { title: 'Sends', unit: '/s', better: 'higher' as const, contestants, goals: [] };
  return drawChart({ id: 'p1', title: 'Sending', rows: [row] } satisfies MeasureReport);
}

const lengths = (svg: string) =>
  [...svg.matchAll(/<rect class="(\w+)"[^>]* width="([\d.]+)"/g)].map((bar) => bar.slice(1));

it('draws bars as long as the medians, and the product in a colour of its own', () => {
  const bars = lengths(chartOf(one('Parley', 200, 200, 200), one('pg-boss', 50, 100, 150)));
  expect(bars.map(([kind]) => kind)).toEqual(['product', 'other']);
  expect(Number(bars[0]?.[1])).toBe(2 * Number(bars[1]?.[1]));
});

it('keeps the longest spread inside the picture', () => {
  const svg = chartOf(one('Parley', 1, 2, 1000));
  const ends = [...svg.matchAll(/x2="([\d.]+)"/g)].map(([, x]) => Number(x));
  expect(Math.max(...ends)).toBeLessThan(720);
});

it('draws nothing for a value that is unknown, and says so', () => {
  const svg = chartOf(one('Parley', 1, 1, 1), one('BullMQ', NaN, NaN, NaN));
  expect(lengths(svg)[1]).toEqual(['other', '0']);
  expect(svg).toContain('>unknown<');
  expect(svg).not.toContain('NaN');
});

it('writes names as text, not as markup', () => {
  expect(chartOf(one('a < b & c', 1, 1, 1))).toContain('a &lt; b &amp; c');
});

it('follows the dark and the light setting of the reader', () => {
  expect(chartOf(one('Parley', 1, 1, 1))).toContain('@media (prefers-color-scheme: dark)');
});
