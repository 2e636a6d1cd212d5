import type { RelayReady } from '@parley/protocol';
import type { PlatformClient } from '../platform-client.ts';
import { backoffDelay } from '../backoff.ts';
import type { AgentClient } from '../client.ts';
import type { Clock } from '../clock.ts';
import { RefusedError, isTransient } from '../errors.ts';
import type { Inbox } from '../inbox.ts';
import type { Log } from '../log.ts';
import { RelayAcks } from './relay-acks.ts';
import { runConnection } from './relay-connection.ts';
import { noticeOf } from './transport-notice.ts';

const backoff = { baseMs: 500, maxMs: 30_000 };
/** A pause ends when the owner wants, a revoked credential never comes back, and both look alike from here. */
const refusedBackoff = { baseMs: 1000, maxMs: 60_000 };
/** The least wait where all of the agent's streams are taken, in milliseconds. */
const tooManyStreamsMs = 10_000;

const refusedNow =
  'The platform refuses the agent: it is paused, its credential was revoked, or the clock of this machine is more than ' +
  '5 minutes off. The relay keeps trying, up to a minute apart, and says no more of it until it is open again.';

interface Parts {
  readonly door: PlatformClient;
  readonly client: AgentClient;
  readonly inbox: Inbox;
  readonly clock: Clock;
  readonly log: Log;
}

/** A relay that keeps itself open. */
export class Relay {
  /** Resolves once the stream is open for the first time, or `stop` was called. Rejects with a RefusedError where the platform refuses it for good. */
  readonly ready: Promise<void>;
  /** Resolves after `stop`. Rejects with a RefusedError where the platform refuses the first stream for good. */
  readonly closed: Promise<void>;
  readonly #parts: Parts;
  readonly #stopping = new AbortController();
  #onReady: () => void = () => undefined;
  #onFatal: (error: unknown) => void = () => undefined;
  #isReady = false;
  #failures = 0;
  #isRefused = false;

  /** Opens the stream; see `ready` for how that ends. */
  constructor(parts: Parts) {
    this.#parts = parts;
    this.ready = new Promise((resolve, reject) => {
      this.#onReady = resolve;
      this.#onFatal = reject;
    });
    this.closed = this.#run();
    // Both are for whoever wants to know; that nobody asks is no reason to end the process.
    this.ready.catch(() => undefined);
    this.closed.catch(() => undefined);
  }

  /** Closes the stream and resolves once every ack is sent. Deliveries that come meanwhile are sent again by the platform. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.closed.catch(() => undefined);
  }

  async #run(): Promise<void> {
    const { door, clock, log } = this.#parts;
    const { signal } = this.#stopping;
    const acks = new RelayAcks(this.#parts);
    try {
      while (!signal.aborted) {
        const failure = await runConnection({
          door,
          acks,
          clock,
          log,
          signal,
          onReady: (ready) => this.#opened(ready),
        }).catch((error: unknown) => error);
        if (signal.aborted) break;
        if (this.#isFatal(failure)) throw failure;
        const delay = this.#delayAfter(failure);
        this.#noteClosed(failure, delay);
        await clock.sleep(delay, signal);
      }
      this.#onReady();
    } catch (error) {
      log('error', 'The relay has stopped.', { error });
      this.#onFatal(error);
      throw error;
    } finally {
      await acks.settled();
    }
  }

  #opened(ready: RelayReady): void {
    const { log } = this.#parts;
    this.#failures = 0;
    this.#isReady = true;
    this.#isRefused = false;
    log('info', 'The relay is open.', { agent: ready.agent_id, connection: ready.connection_id });
    const notice = noticeOf(ready);
    if (notice !== null) log('warn', notice);
    this.#onReady();
  }

  /** A refusal that waiting will not mend, of a stream that has never been open: whoever starts the agent should hear it at once. */
  #isFatal(failure: unknown): boolean {
    if (this.#isReady || !(failure instanceof RefusedError) || failure.code === 'too_many_streams') return false;
    return !isTransient(failure.status);
  }

  #noteClosed(failure: unknown, inMs: number): void {
    const { log } = this.#parts;
    if (!isUnauthorized(failure)) {
      const error = failure ? { error: failure } : {};
      return log(failure ? 'warn' : 'info', 'The relay stream is closed; it will be opened again.', { inMs, ...error });
    }
    if (!this.#isRefused) log('warn', refusedNow, { error: failure });
    this.#isRefused = true;
  }

  #delayAfter(failure: unknown): number {
    const delay = backoffDelay(++this.#failures, isUnauthorized(failure) ? refusedBackoff : backoff);
    if (!(failure instanceof RefusedError)) return delay;
    const least = failure.code === 'too_many_streams' ? tooManyStreamsMs : 0;
    return Math.max(delay, least, Math.min(failure.retryAfterMs ?? 0, 60_000));
  }
}

function isUnauthorized(failure: unknown): boolean {
  return failure instanceof RefusedError && failure.status === 401;
}
