import { setImmediate as turn } from 'node:timers/promises';
import type { Clock } from '../clock.ts';

/** A clock that stands still until it is moved. */
export class ManualClock implements Clock {
  #now = 1_800_000_000_000;
  readonly #sleepers: { readonly at: number; readonly wake: () => void }[] = [];

  now(): number {
    return this.#now;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal?.aborted || ms <= 0) return resolve();
      this.#sleepers.push({ at: this.#now + ms, wake: resolve });
      signal?.addEventListener('abort', () => resolve());
    });
  }

  /** Moves the time, waking sleepers in their order and letting each go on before the next. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    for (;;) {
      await turn();
      const next = this.#sleepers.sort((a, b) => a.at - b.at)[0];
      if (next === undefined || next.at > end) break;
      this.#sleepers.shift();
      this.#now = next.at;
      next.wake();
    }
    this.#now = end;
    await turn();
  }
}
