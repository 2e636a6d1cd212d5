import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { fillPage } from './page.ts';
import type { Report } from './report.ts';

const laboratory = readFileSync(new URL('../../LABORATORY.md', import.meta.url), 'utf8');

function reportOf(median: number): Report {
  const parley = { name: 'Parley', values: [median], median, min: median, max: median, productIsBetter: null };
  const row = { title: 'Sends', unit: '/s', better: 'higher' as const, contestants: [parley], goals: [] };
  return {
    startedAt: '2026-11-21T08:00:00.000Z',
    finishedAt: '2026-11-21T08:05:00.000Z',
    quick: false,
    commit: 'abc1234',
    machine: { cpus: 2, model: 'a model', node: 'v20', loadBefore: 0.1, stolen: 0.123 },
    database: { autovacuum: 'on' },
    missing: ['BullMQ: left out.'],
    measure: { id: 'p1', title: 'Sending', rows: [row] },
  };
}

it('writes a table, a chart and where it was measured into the page, and leaves the rest of it alone', () => {
  const filled = fillPage(laboratory, [reportOf(4321)]);
  expect(filled).toContain('| Parley ');
  expect(filled).toContain('4,321');
  expect(filled).toContain('(charts/p1.svg)');
  expect(filled).toContain('Commit abc1234, 2026-11-21, 2 processors (a model), Node v20, autovacuum on');
  expect(filled).toContain('a load of 0.1 before it began, 12 % of the processors’ time taken by the host.');
  expect(filled).toContain('BullMQ: left out.');
  expect(filled.startsWith('# Laboratory')).toBe(true);
  expect(filled).toContain('## What bounds it');
});

it('puts new results in the place of old ones', () => {
  const filled = fillPage(fillPage(laboratory, [reportOf(4321)]), [reportOf(1234)]);
  expect(filled).toContain('1,234');
  expect(filled).not.toContain('4,321');
});

it('refuses a page that has no place for them', () => {
  expect(() => fillPage('# Laboratory', [])).toThrow('no marks');
});
