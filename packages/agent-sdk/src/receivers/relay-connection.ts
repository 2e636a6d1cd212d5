import type { RelayReady } from '@parley/protocol';
import type { PlatformClient } from '../platform-client.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { RelayAcks } from './relay-acks.ts';
import { relayFrames } from './relay-frames.ts';

/** How long the platform has for its answer and its `ready`, in milliseconds. */
const openMs = 30_000;
/** A stream that has been silent for so many heartbeats is taken for dead. */
const silentHeartbeats = 2.5;

interface Parts {
  readonly door: PlatformClient;
  readonly acks: RelayAcks;
  readonly clock: Clock;
  readonly log: Log;
  readonly signal: AbortSignal;
  readonly onReady: (ready: RelayReady) => void;
}

/**
 * Opens one relay stream and takes what comes over it until it ends, `signal` aborts, or it has been silent for too long.
 *
 * @throws RefusedError where the platform refuses the stream; any other error where it cannot be reached or the stream breaks.
 */
export async function runConnection({ door, acks, clock, log, signal, onReady }: Parts): Promise<void> {
  const connection = new AbortController();
  const stop = () => connection.abort();
  signal.addEventListener('abort', stop);
  const watchdog = new Watchdog(clock, connection);
  watchdog.allow(openMs);
  try {
    const stream = await door.openStream('/hooks/v1/stream', connection.signal);
    for await (const frame of relayFrames(stream, () => watchdog.reset())) {
      if (frame.event === 'delivery') await acks.take(frame.data);
      if (frame.event === 'unreadable')
        log('warn', 'The relay sent a frame that cannot be read.', { event: frame.name });
      if (frame.event !== 'ready') continue;
      watchdog.allow(frame.data.heartbeat_seconds * silentHeartbeats * 1000);
      onReady(frame.data);
    }
  } finally {
    signal.removeEventListener('abort', stop);
    connection.abort();
  }
}

/** Ends a connection on which nothing has come for as long as is allowed. */
class Watchdog {
  readonly #clock: Clock;
  readonly #connection: AbortController;
  #allowedMs = 0;
  #lastAt = 0;
  #sleep = new AbortController();

  constructor(clock: Clock, connection: AbortController) {
    this.#clock = clock;
    this.#connection = connection;
  }

  /** Sets how long silence may last, from now on. */
  allow(ms: number): void {
    this.#allowedMs = ms;
    this.#sleep.abort();
    this.#sleep = new AbortController();
    this.reset();
    void this.#watch(this.#sleep.signal);
  }

  reset(): void {
    this.#lastAt = this.#clock.now();
  }

  async #watch(replaced: AbortSignal): Promise<void> {
    const isOver = () => replaced.aborted || this.#connection.signal.aborted;
    const stop = () => this.#sleep.abort();
    this.#connection.signal.addEventListener('abort', stop, { once: true });
    while (!isOver()) {
      const left = this.#lastAt + this.#allowedMs - this.#clock.now();
      if (left <= 0) this.#connection.abort(new Error(`The relay stream was silent for ${this.#allowedMs} ms.`));
      else await this.#clock.sleep(left, replaced, 'beat');
    }
  }
}
