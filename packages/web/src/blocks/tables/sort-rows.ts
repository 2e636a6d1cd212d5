import { locale } from '../../words/locale.ts';

export interface Order {
  readonly column: number;
  readonly descends: boolean;
}

type Row = readonly string[];

const words = new Intl.Collator(locale(), { numeric: true, sensitivity: 'base' });

/**
 * Sorts rows by one column: as numbers if all its cells are numbers, else as text. Empty cells come last in both directions.
 */
export function sortRows(rows: readonly Row[], order: Order | null): readonly Row[] {
  if (order === null) return rows;
  const { column, descends } = order;
  const cell = (row: Row) => row[column] ?? '';
  const filled = rows.filter((row) => cell(row).trim() !== '');
  const asNumbers = filled.every((row) => isNumber(cell(row)));
  const compare = (one: Row, other: Row) =>
    asNumbers ? numberOf(cell(one)) - numberOf(cell(other)) : words.compare(cell(one), cell(other));
  const sorted = filled.toSorted((one, other) => (descends ? compare(other, one) : compare(one, other)));
  return [...sorted, ...rows.filter((row) => cell(row).trim() === '')];
}

/** Returns whether a cell is a number, optionally with thousands separators, a sign or a percent sign. */
export function isNumber(cell: string): boolean {
  return /^\s*[-+−]?(?:\d{1,3}(?:[, ]\d{3})+|\d+)?(?:\.\d+)?\s*%?\s*$/u.test(cell) && /\d/u.test(cell);
}

function numberOf(cell: string): number {
  return Number(cell.replaceAll(/[,\s%]/gu, '').replace('−', '-'));
}
