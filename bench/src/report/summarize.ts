import type { Measure } from '../measures/measure.ts';
import type { ContestantReport, MeasureReport } from './report.ts';
import { ratiosOf, spreadOf } from './statistics.ts';

/** What each contestant gave in each repeat: for every contestant a list of repeats, each with one value a row. */
export type Taken = ReadonlyMap<string, readonly (readonly number[])[]>;

/** Brings the values of one measure into its report. The first contestant is the one that the others are compared with. */
export function summarize(measure: Measure, taken: Taken): MeasureReport {
  const [product] = taken.keys();
  const rows = measure.rows.map((row, index) => {
    const valuesOf = (name: string) => (taken.get(name) ?? []).map((values) => values[index] ?? NaN);
    const contestants = [...taken.keys()].map((name): ContestantReport => {
      const values = valuesOf(name);
      const ratios = name === product ? null : ratiosOf(valuesOf(product as string), values, row.better);
      return { name, values, ...spreadOf(values), productIsBetter: ratios && spreadOf(ratios) };
    });
    return { ...row, contestants };
  });
  return { id: measure.id, title: measure.title, rows };
}
