import type { MeasuredRow } from '../measures/measure.ts';
import type { Spread } from './statistics.ts';

/** The last full run of one measure, as it is written to `results/<id>.json`. */
export interface Report {
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly quick: boolean;
  readonly commit: string;
  readonly machine: {
    readonly cpus: number;
    readonly model: string;
    readonly node: string;
    readonly loadBefore: number;
    /** The share of the processors' time that the host gave to others meanwhile; null where that cannot be told. */
    readonly stolen?: number | null;
  };
  readonly database: Readonly<Record<string, string>>;
  /** What could not be measured, and why; empty after a full run. */
  readonly missing: readonly string[];
  readonly measure: MeasureReport;
}

export interface MeasureReport {
  readonly id: string;
  readonly title: string;
  readonly rows: readonly RowReport[];
}

export interface RowReport extends Pick<MeasuredRow, 'title' | 'unit' | 'better'> {
  /** In the order in which they took turns; the first is the product. */
  readonly contestants: readonly ContestantReport[];
  readonly goals: readonly GoalReport[];
}

export interface GoalReport {
  readonly says: string;
  /** Null where it cannot be told. */
  readonly met: boolean | null;
}

export interface ContestantReport extends Spread {
  readonly name: string;
  readonly values: readonly number[];
  /** How many times better the product is, repeat by repeat; null for the product itself, and where there is no ratio. */
  readonly productIsBetter: Spread | null;
}
