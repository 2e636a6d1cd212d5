import type { BlockFault } from './block-fault.ts';

/** Returns an error if an event ends before it starts. */
export function eventFault({
  starts_at,
  ends_at,
}: {
  readonly starts_at: string;
  readonly ends_at?: string | undefined;
}): BlockFault | null {
  return follows(ends_at, starts_at) ? null : endsBeforeStarts;
}

/** Returns an error if the earliest date is after the latest. */
export function datePickerFault({
  min,
  max,
}: {
  readonly min?: string | undefined;
  readonly max?: string | undefined;
}): BlockFault | null {
  return follows(max, min) ? null : minAfterMax;
}

const endsBeforeStarts: BlockFault = {
  path: ['ends_at'],
  reason: 'ends_before_starts',
  message: 'The event ends before it starts.',
  hint: 'Send an ends_at that is at or after starts_at, or leave it out.',
};

const minAfterMax: BlockFault = {
  path: ['max'],
  reason: 'min_after_max',
  message: 'The earliest date is after the latest.',
  hint: 'Send a min that is at or before max.',
};

/** Returns whether `later` is at or after `earlier`, compared to the last digit of the seconds; true if either is undefined. */
function follows(later: string | undefined, earlier: string | undefined): boolean {
  if (later === undefined || earlier === undefined) return true;
  const [one, other] = [exactTime(later), exactTime(earlier)];
  return one.second === other.second ? one.fraction >= other.fraction : one.second > other.second;
}

/**
 * Returns the whole seconds since 1970, and the fraction's digits, which compare as text. `Date.parse` drops digits beyond milliseconds.
 */
function exactTime(text: string): { readonly second: number; readonly fraction: string } {
  const digits = /\.(\d+)/.exec(text)?.[1] ?? '';
  return { second: Date.parse(text.replace(/\.\d+/, '')), fraction: digits.replace(/0+$/, '') };
}
