import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';
import type { Clock } from './clock.ts';
import { milliseconds, type Duration } from './duration.ts';

interface Timer {
  readonly at: number;
  readonly work: () => void;
  readonly rhythm: 'once' | 'beat';
}

/** So many turns without anything under way, and the world stands still: what was written to a socket is read within two. */
const calmTurns = 5;
/** The longest wait for what is under way, such as a request without an answer, in milliseconds of the machine. */
const patienceMs = 10_000;
/** What comes due again and again at once would go on for ever. */
const timersMax = 100_000;

/**
 * A clock that stands still until it is moved. The platform of a world and its agents go by it, each retry, expiry and schedule of
 * theirs, and signatures too.
 *
 * While a test waits for something that does not come by itself, as in `ada.sees(…)`, it goes along with the machine's clock.
 */
export class FakeClock implements Clock {
  #now: number;
  readonly #timers = new Set<Timer>();
  readonly #watched = new Set<() => boolean>();
  #moving: Promise<void> = Promise.resolve();

  /** @param start Where it begins; by default now. */
  constructor(start: Date | string | number = Date.now()) {
    this.#now = new Date(start).getTime();
    if (Number.isNaN(this.#now))
      throw new TypeError(`${JSON.stringify(start)} is no time: write it as 2026-01-31T09:00:00Z.`);
  }

  /** Milliseconds since 1970. */
  now(): number {
    return this.#now;
  }

  /**
   * Moves time on. All that falls due on the way happens at its time and in order, and what follows from it before time goes on: five
   * attempts of a delivery over two and a half hours take milliseconds. Heartbeats, sweeps and the like are done once, at the end.
   *
   * @throws TypeError for what is no duration.
   * @example await world.clock.advance('24h');
   */
  advance(by: Duration): Promise<void> {
    // A time is whole milliseconds, as ids hold it.
    const ms = Math.ceil(milliseconds(by));
    this.#moving = this.#moving.catch(() => undefined).then(() => this.#advance(ms));
    return this.#moving;
  }

  after(ms: number, work: () => void, rhythm: 'once' | 'beat' = 'once'): () => void {
    const timer = { at: this.#now + Math.ceil(Math.max(0, ms)), work, rhythm };
    this.#timers.add(timer);
    return () => void this.#timers.delete(timer);
  }

  /** Resolves `ms` later on this clock, or at once when `signal` aborts. */
  sleep(ms: number, signal?: AbortSignal, rhythm?: 'once' | 'beat'): Promise<void> {
    return new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const end = () => {
        cancel();
        signal?.removeEventListener('abort', end);
        resolve();
      };
      const cancel = this.after(ms, end, rhythm);
      signal?.addEventListener('abort', end);
    });
  }

  /** Waits until nothing is under way any more that needs no more time to pass. */
  async settle(): Promise<void> {
    const startedAt = performance.now();
    for (let calm = 0; calm < calmTurns && performance.now() - startedAt < patienceMs;) {
      const isBusy = [...this.#watched].some((busy) => busy());
      calm = isBusy ? 0 : calm + 1;
      await (isBusy ? pause(1) : turn());
    }
  }

  /** Has `settle` ask whether something is under way; returns what ends that. */
  watch(isBusy: () => boolean): () => void {
    this.#watched.add(isBusy);
    return () => void this.#watched.delete(isBusy);
  }

  async #advance(ms: number): Promise<void> {
    const until = this.#now + ms;
    await this.settle();
    await this.#runOnce(until);
    this.#now = until;
    for (const timer of this.#dueBy(until, 'beat')) await this.#run(timer);
    await this.#runOnce(until);
  }

  async #runOnce(until: number): Promise<void> {
    for (let count = 0; ; count++) {
      const [next] = this.#dueBy(until, 'once');
      if (next === undefined) return;
      if (count === timersMax)
        throw new Error(`More than ${timersMax} things fell due: one of them repeats without end.`);
      this.#now = Math.max(this.#now, next.at);
      await this.#run(next);
    }
  }

  async #run(timer: Timer): Promise<void> {
    if (!this.#timers.delete(timer)) return;
    timer.work();
    await this.settle();
  }

  #dueBy(until: number, rhythm: Timer['rhythm']): Timer[] {
    const due = [...this.#timers].filter((timer) => timer.at <= until && timer.rhythm === rhythm);
    return due.sort((one, other) => one.at - other.at);
  }
}
