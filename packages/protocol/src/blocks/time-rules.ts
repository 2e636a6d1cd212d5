import type { BlockFault } from './block-fault.ts';

/** Finds an event that ends before it starts. */
export function eventFault({
  starts_at,
  ends_at,
}: {
  readonly starts_at: string;
  readonly ends_at?: string | undefined;
}): BlockFault | null {
  return follows(ends_at, starts_at) ? null : endsBeforeStarts;
}

/** Finds an earliest date after the latest. */
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

/** Whether a time is at or after another; where either is open, it is. */
function follows(later: string | undefined, earlier: string | undefined): boolean {
  return later === undefined || earlier === undefined || Date.parse(later) >= Date.parse(earlier);
}
