import { systemClock } from '../../../platform/time/clock.ts';
import type { Attempts } from '../dispatch/attempts.ts';
import type { CarrierSet } from '../../carriers/carrier-set.ts';
import type { Dispatcher } from '../dispatch/dispatcher.ts';

/**
 * The connections of a stopping server are closed over this time, so that their agents do not all reconnect at once.
 */
const closeSpreadMs = 1000;

/**
 * Starts no further attempt and releases what has not started. Resolves when the running attempts are over, or after
 * `graceMs` milliseconds.
 */
export async function finishWithin(
  graceMs: number,
  {
    dispatcher,
    attempts,
    carriers,
  }: { readonly dispatcher: Dispatcher; readonly attempts: Attempts; readonly carriers: CarrierSet },
): Promise<void> {
  await dispatcher.stop();
  carriers.drain(Math.min(closeSpreadMs, graceMs));
  // The supervisor that stops this process measures real time, so this timeout does too.
  const graceIsOver = new Promise<void>((resolve) => systemClock.after(graceMs, resolve));
  await Promise.race([attempts.idle(), graceIsOver]);
  await Promise.race([carriers.close(), graceIsOver]);
}
