import type { Measure } from '../measures/measure.ts';
import { validateGoals } from './goals.ts';
import type { ContestantReport, MeasureReport } from './report.ts';
import { ratiosOf, spreadOf } from './statistics.ts';

/** What each entrant gave in each repeat: for every one a list of repeats, each with one value a row. */
export type Taken = ReadonlyMap<string, readonly (readonly number[])[]>;

/** Brings the values of one measure into its report. The first entrant is the one that the others are compared with. */
export function summarize(measure: Pick<Measure, 'id' | 'title' | 'rows'>, taken: Taken): MeasureReport {
  const [product] = taken.keys();
  const rows = measure.rows.map((row, index) => {
    const valuesOf = (name: string) => (taken.get(name) ?? []).map((values) => values[index] ?? NaN);
    const contestants = [...taken.keys()].flatMap((name): ContestantReport[] => {
      const values = valuesOf(name);
      if (values.every(Number.isNaN) && name !== product) return [];
      const ratios = name === product ? null : ratiosOf(valuesOf(product as string), values, row.better);
      return [{ name, values, ...spreadOf(values), productIsBetter: ratios && spreadOf(ratios) }];
    });
    const { title, unit, better } = row;
    return { title, unit, better, contestants, goals: validateGoals(row, contestants) };
  });
  return { id: measure.id, title: measure.title, rows };
}
