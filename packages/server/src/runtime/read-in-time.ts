import { firstWithin } from '../platform/time/first-within.ts';

/** A slow database must not delay the other metrics of a scrape. */
const readWithinMs = 2000;

/** Resolves to the value, or to undefined if reading fails or takes longer than two seconds. */
export function readInTime<T>(reading: Promise<T>): Promise<T | undefined> {
  return firstWithin<T | undefined>(readWithinMs, reading, undefined).catch(() => undefined);
}
