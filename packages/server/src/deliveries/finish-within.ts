import { systemClock } from '../time/clock.ts';
import type { Attempts } from './attempts.ts';
import type { Ways } from '../carriers/ways.ts';
import type { Dispatcher } from './dispatcher.ts';

/** Over so long the connections of a server that stops are closed, so that their agents do not all come to the others at once. */
const closeSpreadMs = 1000;

/** Begins nothing more, gives back what was not begun, and resolves when the rest is over, or after `graceMs`. */
export async function finishWithin(
  graceMs: number,
  { dispatcher, attempts, ways }: { readonly dispatcher: Dispatcher; readonly attempts: Attempts; readonly ways: Ways },
): Promise<void> {
  await dispatcher.stop();
  ways.drain(Math.min(closeSpreadMs, graceMs));
  // Whoever stops a process counts in the time of the machine.
  const graceIsOver = new Promise<void>((resolve) => systemClock.after(graceMs, resolve));
  await Promise.race([attempts.idle(), graceIsOver]);
  await Promise.race([ways.close(), graceIsOver]);
}
