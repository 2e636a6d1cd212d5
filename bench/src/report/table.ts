import type { GoalReport, MeasureReport } from './report.ts';
import type { Spread } from './statistics.ts';

const header = ['', 'median', 'min – max', 'Parley is … times better (min – max)', 'goal'];

/** A measure as a Markdown table, aligned so that it reads well on a terminal too. */
export function writeTable({ rows }: MeasureReport): string {
  const lines = rows.flatMap((row) => [
    [`**${row.title}** (${row.unit})`, '', '', '', row.goals.map(verdict).join('; ')],
    ...row.contestants.map(({ name, productIsBetter, ...spread }) => [
      name,
      number(spread.median),
      `${number(spread.min)} – ${number(spread.max)}`,
      productIsBetter === null ? '' : ratio(productIsBetter),
      '',
    ]),
  ]);
  return align([header, ...lines]);
}

/** As the tables and charts show a value. */
export function number(value: number): string {
  if (!Number.isFinite(value)) return 'unknown';
  return Math.abs(value) >= 100 ? Math.round(value).toLocaleString('en-US') : value.toFixed(2);
}

function verdict({ says, met }: GoalReport): string {
  return `${says}: ${met === null ? 'not known' : met ? '**met**' : '**not met**'}`;
}

function align(cells: readonly (readonly string[])[]): string {
  const widths = header.map((_, column) => Math.max(3, ...cells.map((line) => (line[column] ?? '').length)));
  const write = (line: readonly string[]) =>
    `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const [top = [], ...rest] = cells;
  return [write(top), write(widths.map((width) => '-'.repeat(width))), ...rest.map(write)].join('\n');
}

function ratio({ median, min, max }: Spread): string {
  return `${median.toFixed(2)} (${min.toFixed(2)} – ${max.toFixed(2)})`;
}
