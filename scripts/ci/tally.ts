const mostNamed = 40;

/** Counts of tests, or of steps that count as one. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** What failed, by name, as far as a name is known. */
  readonly failures: readonly string[];
}

export const nothing: Tally = { passed: 0, failed: 0, skipped: 0, failures: [] };
export const onePassed: Tally = { ...nothing, passed: 1 };

export function oneFailed(name: string): Tally {
  return { ...nothing, failed: 1, failures: [name] };
}

export function addTallies(tallies: readonly Tally[]): Tally {
  return tallies.reduce(
    (sum, tally) => ({
      passed: sum.passed + tally.passed,
      failed: sum.failed + tally.failed,
      skipped: sum.skipped + tally.skipped,
      failures: [...sum.failures, ...tally.failures],
    }),
    nothing,
  );
}

/** The line that ends a run, plain so that a machine can read it. */
export function tallyLine({ passed, failed }: Tally): string {
  return `${passed} passed, ${failed} failed`;
}

/** Names what failed, again at the end, where a reader of a long log looks first. */
export function failureLines({ failures }: Tally): string[] {
  const left = failures.length - mostNamed;
  return [
    ...failures.slice(0, mostNamed).map((name) => `FAILED: ${name}`),
    ...(left > 0 ? [`FAILED: ${left} more, named above.`] : []),
  ];
}

/** The same for one stage, with what it left out. */
export function stageLine(name: string, tally: Tally): string {
  return `${name}: ${tallyLine(tally)}${tally.skipped > 0 ? `, ${tally.skipped} skipped` : ''}`;
}
