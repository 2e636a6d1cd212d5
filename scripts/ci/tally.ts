/** Counts of tests, or of steps that count as one. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export const nothing: Tally = { passed: 0, failed: 0, skipped: 0 };
export const onePassed: Tally = { ...nothing, passed: 1 };
export const oneFailed: Tally = { ...nothing, failed: 1 };

export function addTallies(tallies: readonly Tally[]): Tally {
  return tallies.reduce(
    (sum, tally) => ({
      passed: sum.passed + tally.passed,
      failed: sum.failed + tally.failed,
      skipped: sum.skipped + tally.skipped,
    }),
    nothing,
  );
}

/** The line that ends a run, plain so that a machine can read it. */
export function tallyLine({ passed, failed }: Tally): string {
  return `${passed} passed, ${failed} failed`;
}

/** The same for one stage, with what it left out. */
export function stageLine(name: string, tally: Tally): string {
  return `${name}: ${tallyLine(tally)}${tally.skipped > 0 ? `, ${tally.skipped} skipped` : ''}`;
}
