import type { Envelope } from '@parley/protocol';
import { FloatingCalls } from './floating-calls.ts';

/** What is known of one delivery from its acceptance until its handlers are done. */
export class Handling {
  readonly envelope: Envelope;
  readonly calls = new FloatingCalls();
  /** Whether its handlers run already. */
  isRunning = false;
  /** Whether it has shown a form, so that an answer belongs to it. */
  hasSentForm = false;
  /** The invocations that it began and that wait for the person's approval. */
  readonly pendingInvocations = new Set<string>();
  /** What broke a streamed reply that no other reply has followed. */
  brokenStream: { readonly error: unknown } | null = null;
  readonly #abort = new AbortController();
  #isCancelled = false;

  constructor(envelope: Envelope) {
    this.envelope = envelope;
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** Whether its task was cancelled, so that nobody waits for what comes of it. */
  get isCancelled(): boolean {
    return this.#isCancelled;
  }

  cancel(): void {
    this.#isCancelled = true;
    this.#abort.abort(new DOMException('The task was cancelled.', 'AbortError'));
  }

  stop(): void {
    this.#abort.abort(new DOMException('The agent has stopped.', 'AbortError'));
  }
}
