import { ModelFailure } from './failures.ts';

/** The longest that one request may take, however much it says. */
const totalMs = 15 * 60_000;

/** Ends a request that is silent for too long, that takes too long in all, or that was aborted by its caller. */
export class Deadline {
  readonly #ending = new AbortController();
  readonly #idleMs: number;
  readonly #outer: AbortSignal;
  readonly #total: NodeJS.Timeout;
  #idle: NodeJS.Timeout;

  constructor(idleMs: number, outer: AbortSignal) {
    this.#idleMs = idleMs;
    this.#outer = outer;
    this.#idle = setTimeout(this.#timeOut, idleMs);
    this.#total = setTimeout(this.#timeOut, totalMs);
    if (outer.aborted) this.#pass();
    outer.addEventListener('abort', this.#pass);
  }

  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  /** The service has said something. */
  heard(): void {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(this.#timeOut, this.#idleMs);
  }

  /** Frees the timers, and aborts the request if it is still running. */
  end(): void {
    clearTimeout(this.#idle);
    clearTimeout(this.#total);
    this.#outer.removeEventListener('abort', this.#pass);
    this.#ending.abort();
  }

  readonly #timeOut = () => this.#ending.abort(new ModelFailure('timeout'));
  readonly #pass = () => this.#ending.abort(this.#outer.reason);
}
