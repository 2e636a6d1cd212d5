import type { MeasureReport, Report } from './report.ts';
import type { Spread } from './statistics.ts';

const header = ['', 'median', 'min – max', 'Parley is … times better (min – max)'];

/** The report as Markdown tables, one for each measure, aligned so that they read well on a terminal too. */
export function writeTables(report: Report): string {
  return report.measures.map(writeTable).join('\n\n');
}

function writeTable({ title, rows }: MeasureReport): string {
  const lines = rows.flatMap((row) => [
    [`**${row.title}** (${row.unit})`, '', '', ''],
    ...row.contestants.map(({ name, productIsBetter, ...spread }) => [
      name,
      number(spread.median),
      `${number(spread.min)} – ${number(spread.max)}`,
      productIsBetter === null ? '' : ratio(productIsBetter),
    ]),
  ]);
  return `### ${title}\n\n${align([header, ...lines])}`;
}

function align(cells: readonly (readonly string[])[]): string {
  const widths = header.map((_, column) => Math.max(...cells.map((line) => (line[column] ?? '').length)));
  const write = (line: readonly string[]) =>
    `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const [top = [], ...rest] = cells;
  return [write(top), write(widths.map((width) => '-'.repeat(width))), ...rest.map(write)].join('\n');
}

function number(value: number): string {
  if (!Number.isFinite(value)) return 'unknown';
  return Math.abs(value) >= 100 ? Math.round(value).toLocaleString('en-US') : value.toFixed(2);
}

function ratio({ median, min, max }: Spread): string {
  return `${median.toFixed(2)} (${min.toFixed(2)} – ${max.toFixed(2)})`;
}
