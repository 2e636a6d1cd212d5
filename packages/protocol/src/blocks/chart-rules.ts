import type { BlockFault, BlockPath, BlockReason } from './block-fault.ts';
import { longerThan } from './characters.ts';
import { numberFault, protoKeyFault } from './json-values.ts';

/** The parts of a chart that its rules across fields check. */
interface ChartData {
  readonly chart_type: 'bar' | 'line' | 'pie' | 'scatter';
  readonly x_key: string;
  readonly series: readonly { readonly data_key: string }[];
  readonly data: readonly Readonly<Record<string, unknown>>[];
  readonly y_axis_min?: number | undefined;
  readonly y_axis_max?: number | undefined;
}

const keysPerRow = 50;
const cellCharacters = 10_000;
const categoryCharacters = 80;

/**
 * Returns the first error that keeps a chart from being drawn. Checks the axis first, then in each row x before y, then the
 * rest.
 */
export function chartFault(chart: ChartData): BlockFault | null {
  const { y_axis_min: min, y_axis_max: max } = chart;
  if (min !== undefined && max !== undefined && min >= max) return axisRange;
  for (const [index, row] of chart.data.entries()) {
    const path = ['data', index];
    const found = rowFault(row, path) ?? xFault(chart, row, path) ?? yFault(chart, row, path) ?? cellsFault(row, path);
    if (found) return found;
  }
  return null;
}

const axisRange: BlockFault = {
  path: ['y_axis_max'],
  reason: 'chart_y_axis_range',
  message: 'The y axis ends where it starts, or before.',
  hint: 'Send a y_axis_min that is below y_axis_max.',
};

function rowFault(row: object, path: BlockPath): BlockFault | null {
  const count = Object.keys(row).length;
  if (count <= keysPerRow) return protoKeyFault(row, path);
  return fault(path, 'too_many', `This row has ${count} members.`, `Send at most ${keysPerRow} members a row.`);
}

function xFault({ chart_type, x_key }: ChartData, row: Record<string, unknown>, path: BlockPath): BlockFault | null {
  const at = [...path, x_key];
  if (!Object.hasOwn(row, x_key)) return dataKeyMissing(at, x_key);
  const x = row[x_key];
  if (Number.isFinite(x)) return null;
  if (chart_type === 'scatter')
    return fault(at, 'chart_scatter_x_not_number', 'An x value of a scatter chart is not a number.', finite);
  if (typeof x === 'string' && x !== '' && !longerThan(x, categoryCharacters)) return null;
  return fault(
    at,
    'chart_category_too_long',
    `An x value is neither a number nor a text of 1 to ${categoryCharacters} characters.`,
    `Shorten the category to ${categoryCharacters} characters, or send a finite number.`,
  );
}

function yFault({ chart_type, series }: ChartData, row: Record<string, unknown>, path: BlockPath): BlockFault | null {
  for (const { data_key } of series) {
    const y = Object.hasOwn(row, data_key) ? row[data_key] : undefined;
    if (typeof y !== 'number' || !Number.isFinite(y)) return dataKeyMissing([...path, data_key], data_key);
    if (chart_type === 'pie' && y < 0)
      return fault([...path, data_key], 'chart_pie_negative', 'A slice of a pie is negative.', 'Send 0 or more.');
  }
  return null;
}

function cellsFault(row: Record<string, unknown>, path: BlockPath): BlockFault | null {
  for (const key in row) {
    const found = cellFault(row[key], [...path, key]);
    if (found) return found;
  }
  return null;
}

function cellFault(cell: unknown, path: BlockPath): BlockFault | null {
  if (cell === null || typeof cell === 'boolean') return null;
  if (typeof cell === 'number') return numberFault(cell, path);
  if (typeof cell !== 'string') return fault(path, 'wrong_type', 'A row holds plain values only.', plainCell);
  if (!longerThan(cell, cellCharacters)) return null;
  return fault(path, 'too_long', 'This text is too long for a row.', `Send at most ${cellCharacters} characters.`);
}

const finite = 'Send a finite number.';
const plainCell = 'Send a text, a finite number, a boolean or null.';

const dataKeyMissing = (path: BlockPath, key: string): BlockFault =>
  fault(
    path,
    'chart_data_key_missing',
    `A row has no usable value under "${key}".`,
    'Give every row the x_key, and a finite number under the data_key of each series.',
  );

const fault = (path: BlockPath, reason: BlockReason, message: string, hint: string): BlockFault => ({
  path,
  reason,
  message,
  hint,
});
