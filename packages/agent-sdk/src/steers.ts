import type { Handling } from './handling.ts';
import type { Turn } from './turn.ts';

/** How `ctx.steers` waits. */
export interface SteersOptions {
  /** Ends the iteration once it settles, such as the work that the messages are for. Its error reaches the caller that awaits it. */
  readonly until?: Promise<unknown>;
  /** With `false` it ends after the messages that are there already. */
  readonly wait?: boolean;
}

/**
 * Takes newer messages into a turn, one at a time, and ends with the turn.
 *
 * @param next Finds the oldest message that may be taken.
 */
export async function* takeSteers(
  turn: Turn,
  next: () => Handling | null,
  { until, wait = true }: SteersOptions,
): AsyncGenerator<Handling, void> {
  let isOver = false;
  const end = () => {
    isOver = true;
    turn.wake();
  };
  until?.then(end, end);
  while (!isOver && !turn.isOver) {
    const steer = next();
    if (steer !== null) {
      steer.join(turn);
      yield steer;
    } else if (wait) await turn.woken();
    else return;
  }
}
