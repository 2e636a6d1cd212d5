import type { Clock } from '../clock.ts';

interface Parts {
  /** Sends the newest state. A rejection that `isPassing` accepts is forgotten: the next state replaces the lost one. */
  readonly send: () => Promise<void>;
  readonly isPassing: (error: unknown) => boolean;
  /** The least time from the start of one sending to the start of the next, in milliseconds. */
  readonly intervalMs: number;
  /** The wait after a passing failure, in milliseconds. */
  readonly pauseMs: number;
  readonly clock: Clock;
}

/**
 * Sends a changing state no more often than it may be sent: one sending at a time, at least an interval apart, each with
 * what is newest at that moment. States in between are never sent.
 */
export class LatestWins {
  readonly #parts: Parts;
  readonly #stopping = new AbortController();
  #changed = false;
  #isRunning = false;
  #run: Promise<void> = Promise.resolve();
  #failure: { readonly error: unknown } | null = null;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * Says that the state has changed.
   *
   * @throws What an earlier sending failed with, where that failure is not a passing one.
   */
  changed(): void {
    this.#throwFailure();
    this.#changed = true;
    if (!this.#isRunning) this.#run = this.#sendWhileChanged();
  }

  /** Sends nothing more, and resolves once a sending that has begun is over. */
  async finish(): Promise<void> {
    this.#changed = false;
    this.#stopping.abort();
    await this.#run;
    this.#throwFailure();
  }

  async #sendWhileChanged(): Promise<void> {
    const { clock, intervalMs, pauseMs, isPassing, send } = this.#parts;
    this.#isRunning = true;
    while (this.#changed && this.#failure === null) {
      this.#changed = false;
      const startedAt = clock.now();
      let wait = intervalMs;
      try {
        await send();
      } catch (error) {
        if (!isPassing(error)) this.#failure = { error };
        wait = pauseMs;
      }
      if (this.#failure === null) await clock.sleep(startedAt + wait - clock.now(), this.#stopping.signal);
    }
    this.#isRunning = false;
  }

  #throwFailure(): void {
    if (this.#failure) throw this.#failure.error;
  }
}
