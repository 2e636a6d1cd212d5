import type { TimelineRow } from './timeline.ts';

/** Returns the current rows, with the previous object for each unchanged row, so that React does not render it again. */
export function keepRows(before: readonly TimelineRow[], now: readonly TimelineRow[]): readonly TimelineRow[] {
  const known = new Map(before.map((row) => [row.key, row]));
  return now.map((row) => {
    const old = known.get(row.key);
    return old && isSame(old, row) ? old : row;
  });
}

function isSame(one: TimelineRow, other: TimelineRow): boolean {
  const values = new Map(Object.entries(one));
  const entries = Object.entries(other);
  return values.size === entries.length && entries.every(([name, value]) => Object.is(values.get(name), value));
}
