import { readFileSync } from 'node:fs';

/**
 * Tells the share of the processors' time, since the last call, that the host of a virtual machine gave to others while this one wanted
 * it; null where the system does not tell. Nothing on this machine shows it otherwise, and it makes everything slower.
 */
export function stolenSince(): () => number | null {
  let before = times();
  return () => {
    const [from, to] = [before, times()];
    before = to;
    const all = to && from ? to.all - from.all : 0;
    return to && from && all > 0 ? (to.stolen - from.stolen) / all : null;
  };
}

/** In ticks since the machine was started. */
function times(): { readonly all: number; readonly stolen: number } | null {
  try {
    const [first = ''] = readFileSync('/proc/stat', 'utf8').split('\n', 1);
    const ticks = first.split(/\s+/).slice(1, 9).map(Number);
    const stolen = ticks[7];
    return stolen === undefined ? null : { all: ticks.reduce((sum, some) => sum + some, 0), stolen };
  } catch {
    return null;
  }
}
