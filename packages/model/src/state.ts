import type { FailureKind, ModelFailure } from './failures.ts';
import type { Prices } from './options.ts';

/** What a running model has done, for its supervisor. Counts are since its start. */
export interface ModelState {
  /** `failing` from an answer that the service failed until the next one that it gave. */
  readonly status: 'failing' | 'running' | 'starting' | 'stopped';
  readonly model: string;
  readonly answers: number;
  readonly failures: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Null without prices. */
  readonly cost: number | null;
  /** ISO 8601, UTC; null before the first answer. */
  readonly lastAnswerAt: string | null;
  readonly lastFailure: { readonly kind: FailureKind; readonly message: string; readonly at: string } | null;
}

/** Tokens of one or more requests. */
export interface Tokens {
  readonly input: number;
  readonly output: number;
}

/** Counts what a model does, and tells of each change. */
export class Counters {
  #state: ModelState;
  readonly #prices: Prices | undefined;
  readonly #now: () => number;
  readonly #onState: (state: ModelState) => unknown;

  constructor(
    model: string,
    parts: {
      readonly prices: Prices | undefined;
      readonly now: () => number;
      readonly onState: (state: ModelState) => unknown;
    },
  ) {
    this.#prices = parts.prices;
    this.#now = parts.now;
    this.#onState = parts.onState;
    const nothing = { answers: 0, failures: 0, inputTokens: 0, outputTokens: 0 };
    const cost = parts.prices === undefined ? null : 0;
    this.#state = { status: 'starting', model, ...nothing, cost, lastAnswerAt: null, lastFailure: null };
  }

  get state(): ModelState {
    return this.#state;
  }

  becomes(status: ModelState['status']): void {
    this.#change({ status });
  }

  /** Returns the cost of tokens, or null without prices. */
  costOf({ input, output }: Tokens): number | null {
    return this.#prices === undefined ? null : (input * this.#prices.input + output * this.#prices.output) / 1_000_000;
  }

  /** Adds the tokens of a request, also of one that failed. */
  spent(tokens: Tokens): void {
    const { inputTokens, outputTokens, cost } = this.#state;
    this.#change({
      inputTokens: inputTokens + tokens.input,
      outputTokens: outputTokens + tokens.output,
      cost: cost === null ? null : cost + (this.costOf(tokens) ?? 0),
    });
  }

  answered(): void {
    this.#change({ ...this.#status('running'), answers: this.#state.answers + 1, lastAnswerAt: this.#at() });
  }

  failed({ kind, message, isOfRequest }: ModelFailure): void {
    const lastFailure = { kind, message, at: this.#at() };
    this.#change({
      ...this.#status(isOfRequest ? 'running' : 'failing'),
      failures: this.#state.failures + 1,
      lastFailure,
    });
  }

  /** A late answer does not start what was stopped. */
  #status(status: ModelState['status']): Partial<ModelState> {
    return this.#state.status === 'stopped' ? {} : { status };
  }

  #at(): string {
    return new Date(this.#now()).toISOString();
  }

  #change(change: Partial<ModelState>): void {
    this.#state = { ...this.#state, ...change };
    this.#onState(this.#state);
  }
}
