/** Several measurements of one thing. */
export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

export function spreadOf(values: readonly number[]): Spread {
  return { median: percentile(values, 50), min: Math.min(...values), max: Math.max(...values) };
}

/** The value below which `percent` of the values lie, between two neighbours in proportion; NaN of none. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const place = ((sorted.length - 1) * percent) / 100;
  const below = sorted[Math.floor(place)] ?? NaN;
  const above = sorted[Math.ceil(place)] ?? NaN;
  return below + (above - below) * (place - Math.floor(place));
}

/**
 * How many times better `ours` is than `theirs`, repeat by repeat, so that what disturbs the machine for a while falls on both sides
 * of a ratio. Null where a repeat has no ratio: a latency that is not above zero, since an agent can be reached before
 * the sender has read the answer.
 */
export function ratiosOf(
  ours: readonly number[],
  theirs: readonly number[],
  better: 'higher' | 'lower',
): number[] | null {
  const ratios = ours.map((value, repeat) => {
    const other = theirs[repeat] ?? NaN;
    return better === 'higher' ? value / other : other / value;
  });
  return ratios.every((ratio) => Number.isFinite(ratio) && ratio > 0) ? ratios : null;
}
