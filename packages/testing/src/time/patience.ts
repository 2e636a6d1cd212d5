import { setTimeout as pause } from 'node:timers/promises';
import type { FakeClock } from './fake-clock.ts';

export interface WaitOptions {
  /** How long to wait, in milliseconds of the machine; 10,000 where it is not given. */
  readonly withinMs?: number;
}

const usualMs = 10_000;
const lookAgainMs = 5;
/** A machine that was busy with something else for long makes no leap of it. */
const longestStepMs = 250;

/**
 * Waits on a clock that stands still: what is under way comes first, and only when that has brought nothing the clock goes along with the
 * machine's, so that short pauses such as those between two tries pass by themselves.
 */
export class Patience {
  readonly #clock: FakeClock;

  constructor(clock: FakeClock) {
    this.#clock = clock;
  }

  /**
   * Resolves with the first answer of `probe` that is not undefined.
   *
   * @throws Error that `explain` gives the words for, when the time is over.
   */
  async until<T>(
    probe: () => Promise<T | undefined>,
    explain: () => string | Promise<string>,
    { withinMs = usualMs }: WaitOptions = {},
  ): Promise<T> {
    const startedAt = performance.now();
    let found = await probe();
    // What is under way may bring it, and costs no time.
    if (found === undefined) await this.#clock.settle();
    for (let lookedAt = performance.now(); found === undefined;) {
      found = await probe();
      if (found !== undefined) break;
      const now = performance.now();
      if (now - startedAt > withinMs) throw new Error(await explain());
      await pause(lookAgainMs);
      await this.#clock.advance(Math.min(performance.now() - lookedAt, longestStepMs));
      lookedAt = now;
    }
    return found;
  }

  /** Resolves when nothing is under way any more that needs no more time to pass. */
  settle(): Promise<void> {
    return this.#clock.settle();
  }

  /** Lets time pass until this is done, for work that sleeps by the clock. */
  async during<T>(work: Promise<T>): Promise<T> {
    let isOver = false;
    const over = () => void (isOver = true);
    work.then(over, over);
    while (!isOver) {
      await this.#clock.settle();
      if (isOver) break;
      await pause(lookAgainMs);
      await this.#clock.advance(lookAgainMs);
    }
    return work;
  }
}
