/** What one check found. */
export interface Verdict {
  /** Figures for the table, in order. */
  readonly figures: readonly (readonly [string, string | number])[];
  /** What was promised and not kept, a sentence each. */
  readonly broken: readonly string[];
}
