import type { AgentDoor } from '../agent-door.ts';
import { backoffDelay } from '../backoff.ts';
import type { AgentClient } from '../client.ts';
import type { Clock } from '../clock.ts';
import { RefusedError, isTransient } from '../errors.ts';
import type { Inbox } from '../inbox.ts';
import type { Log } from '../log.ts';
import { RelayAcks } from './relay-acks.ts';
import { runConnection } from './relay-connection.ts';

const backoff = { baseMs: 500, maxMs: 30_000 };
/** The least wait where all of the agent's streams are taken, in milliseconds. */
const tooManyStreamsMs = 10_000;

interface Parts {
  readonly door: AgentDoor;
  readonly client: AgentClient;
  readonly inbox: Inbox;
  readonly clock: Clock;
  readonly log: Log;
}

/** A relay that keeps itself open. */
export class Relay {
  /** Resolves once the stream is open for the first time, or `stop` was called. Rejects with a RefusedError where the platform refuses it for good. */
  readonly ready: Promise<void>;
  /** Resolves after `stop`. Rejects with a RefusedError when the credential stops being good, for example when it is revoked. */
  readonly closed: Promise<void>;
  readonly #parts: Parts;
  readonly #stopping = new AbortController();
  #onReady: () => void = () => undefined;
  #onFatal: (error: unknown) => void = () => undefined;
  #isReady = false;
  #failures = 0;

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
        const failure = await runConnection({ door, acks, clock, log, signal, onReady: () => this.#opened() }).catch(
          (error: unknown) => error,
        );
        if (signal.aborted) break;
        if (this.#isFatal(failure)) throw failure;
        const delay = this.#delayAfter(failure);
        log(failure ? 'warn' : 'info', 'The relay stream is closed; it will be opened again.', {
          inMs: delay,
          ...(failure ? { error: failure } : {}),
        });
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

  #opened(): void {
    this.#failures = 0;
    this.#isReady = true;
    this.#onReady();
  }

  /** A credential that is refused stays refused; any other refusal counts only where the stream has never been open. */
  #isFatal(failure: unknown): boolean {
    if (!(failure instanceof RefusedError) || failure.code === 'too_many_streams') return false;
    return failure.status === 401 || (!this.#isReady && !isTransient(failure.status));
  }

  #delayAfter(failure: unknown): number {
    const delay = backoffDelay(++this.#failures, backoff);
    if (!(failure instanceof RefusedError)) return delay;
    const least = failure.code === 'too_many_streams' ? tooManyStreamsMs : 0;
    return Math.max(delay, least, Math.min(failure.retryAfterMs ?? 0, 60_000));
  }
}
