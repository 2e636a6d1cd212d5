import { number } from '../report/table.ts';

export interface Row {
  readonly what: string;
  readonly unit: string;
  /** One a repeat. */
  readonly values: readonly number[];
  /** The goal. */
  readonly most?: number;
}

/** Prints each line with its median, its range and whether its goal is met. */
export function printTable(rows: readonly Row[]): void {
  console.log('| | median | min – max | goal |\n| --- | ---: | ---: | --- |');
  for (const { what, unit, values, most } of rows) {
    const sorted = values.toSorted((one, other) => one - other);
    const [min = NaN, median = NaN, max = NaN] = [sorted[0], sorted[Math.floor(sorted.length / 2)], sorted.at(-1)];
    const goal = most === undefined ? '' : `≤ ${most} ${unit}: ${median <= most ? 'met' : '**not met**'}`;
    console.log(`| ${what} | ${number(median)} ${unit} | ${number(min)} – ${number(max)} | ${goal} |`);
  }
}
