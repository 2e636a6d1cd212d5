import type { Method } from '@parley/protocol';
import type { Backoff } from './backoff.ts';
import { backoffDelay } from './backoff.ts';
import type { Clock } from './clock.ts';
import { NetworkError, RefusedError, isTransient } from './errors.ts';
import { readAnswer, wrongBaseUrl } from './read-answer.ts';
import { timeLimit } from './time-limit.ts';
import type { Debug } from './log.ts';
import type { Signer } from './signer.ts';

/** How often a call is sent again after a network error, 408, 429 or 5xx, and how long is waited in between. */
export interface RetryOptions extends Backoff {
  /** Tries after the first one. */
  readonly retries: number;
  /** How long one try may take, in milliseconds. */
  readonly timeoutMs: number;
}

export const defaultRetry: RetryOptions = { retries: 5, baseMs: 250, maxMs: 10_000, timeoutMs: 30_000 };

/** A `Retry-After` longer than this is not waited for; the call is refused instead. */
const longestRetryAfterMs = 60_000;

/** One signed request. A retry sends the same body with the same Idempotency-Key under a fresh signature. */
export interface AgentCall {
  /** What the call is called in the debug log. */
  readonly name: string;
  readonly method: Method;
  /** The path below the base URL, with its query. */
  readonly path: string;
  readonly body?: Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
  readonly idempotencyKey?: string;
  readonly retry?: Partial<RetryOptions>;
  readonly signal?: AbortSignal | undefined;
}

/** The agent's way into the platform: signs, sends, retries, and turns refusals into errors. */
export class PlatformClient {
  readonly #baseUrl: string;
  readonly #signer: Signer;
  readonly #fetch: typeof fetch;
  readonly #clock: Clock;
  readonly #retry: RetryOptions;
  readonly #debug: Debug;

  constructor(parts: {
    readonly baseUrl: string;
    readonly signer: Signer;
    readonly fetch: typeof fetch;
    readonly clock: Clock;
    readonly retry?: Partial<RetryOptions> | undefined;
    readonly debug?: Debug;
  }) {
    this.#debug = parts.debug ?? (() => undefined);
    this.#baseUrl = readBaseUrl(parts.baseUrl);
    this.#signer = parts.signer;
    this.#fetch = parts.fetch;
    this.#clock = parts.clock;
    this.#retry = { ...defaultRetry, ...parts.retry };
  }

  /**
   * Sends a call until it is answered or its tries are used up.
   *
   * @returns The JSON of the 2xx answer.
   * @throws RefusedError where the platform refused; NetworkError where no complete answer came.
   */
  async call<Answer>(call: AgentCall): Promise<Answer> {
    const { retries, timeoutMs, ...backoff } = { ...this.#retry, ...call.retry };
    for (let attempt = 1; ; attempt++) {
      const startedAt = this.#clock.now();
      const failure = await this.#attempt<Answer>(call, timeoutMs);
      const outcome = failure instanceof RefusedError ? `${failure.status} ${failure.code}` : failureOf(failure);
      this.#debug('A call was made.', { call: call.name, attempt, outcome, ms: this.#clock.now() - startedAt });
      if (!(failure instanceof Error)) return failure.answer;
      const delay = this.#delayBefore(failure, attempt, backoff);
      if (delay === null || attempt > retries || call.signal?.aborted) throw named(failure, call, attempt);
      await this.#clock.sleep(delay, call.signal);
    }
  }

  /**
   * Opens an event stream. The caller reads its body and ends it by `signal`.
   *
   * @throws RefusedError where the platform answers with anything else; NetworkError where it does not answer.
   */
  async openStream(path: string, signal: AbortSignal): Promise<AsyncIterable<Uint8Array>> {
    const headers = { accept: 'text/event-stream', ...(await this.#signer.headers()) };
    const response = await this.#fetch(this.#baseUrl + path, { headers, redirect: 'manual', signal }).catch(
      (error: unknown) => {
        throw new NetworkError(`No answer to GET ${path}: ${describe(error)}`, 1, error);
      },
    );
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
    if (response.status === 200 && isStream && response.body) return response.body as AsyncIterable<Uint8Array>;
    await readAnswer(response);
    const message = 'The answer is not an event stream.';
    throw new RefusedError({ code: 'unexpected_answer', status: response.status, message, hint: wrongBaseUrl });
  }

  async #attempt<Answer>(call: AgentCall, timeoutMs: number): Promise<{ readonly answer: Answer } | Error> {
    const use = call.idempotencyKey === undefined ? undefined : `${call.path} ${call.idempotencyKey}`;
    const limit = timeLimit(timeoutMs, call.signal);
    try {
      const response = await this.#fetch(this.#baseUrl + call.path, {
        method: call.method,
        headers: {
          ...call.headers,
          ...(call.idempotencyKey === undefined ? {} : { 'idempotency-key': call.idempotencyKey }),
          ...(await this.#signer.headers(call.body, use)),
        },
        ...(call.body ? { body: call.body } : {}),
        redirect: 'manual',
        signal: limit.signal,
      });
      return { answer: (await readAnswer(response)) as Answer };
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    } finally {
      limit.end();
    }
  }

  /** How long to wait before the next try, or null where another try is of no use. */
  #delayBefore(failure: Error, attempt: number, backoff: Backoff): number | null {
    const delay = backoffDelay(attempt, backoff);
    if (!(failure instanceof RefusedError)) return delay;
    if (!isTransient(failure.status) || (failure.retryAfterMs ?? 0) > longestRetryAfterMs) return null;
    return Math.max(delay, failure.retryAfterMs ?? 0);
  }
}

function failureOf(failure: object): string {
  return failure instanceof Error ? failure.message : 'ok';
}

function named(failure: Error, call: AgentCall, attempts: number): Error {
  if (failure instanceof RefusedError) return failure;
  const times = attempts === 1 ? '' : ` after ${attempts} tries`;
  return new NetworkError(`No answer to ${call.method} ${call.path}${times}: ${describe(failure)}`, attempts, failure);
}

/** What went wrong, with the cause beneath it: the message of a failed fetch alone says nothing. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  const detail = cause.message || (cause as NodeJS.ErrnoException).code;
  return detail ? `${error.message} (${detail})` : error.message;
}

/** The base URL without a slash at its end. */
function readBaseUrl(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new TypeError(`baseUrl is not an http or https URL: ${JSON.stringify(baseUrl)}.`);
  }
  return url.origin + url.pathname.replace(/\/+$/, '');
}
