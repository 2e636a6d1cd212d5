import type { Envelope } from '@parley/protocol';
import type { CallWatch } from './call-watch.ts';
import { isStopped } from './errors.ts';
import { FloatingCalls } from './floating-calls.ts';
import type { HandlerOptions } from './handler-options.ts';
import { noSlot, type Slot } from './lanes.ts';
import { OpenDraft } from './streaming/open-draft.ts';

/** Why what a handler makes is no longer wanted by the person. */
export type Unwanted = 'cancelled' | 'stopped' | 'superseded';

const unwantedBecause: Record<Unwanted, string> = {
  cancelled: 'The task was cancelled.',
  stopped: 'The person has stopped this answer.',
  superseded: 'A newer message has taken the place of this one.',
};

/** What is known of one delivery from its acceptance until its handlers are done. */
export class Handling {
  readonly envelope: Envelope;
  readonly options: HandlerOptions;
  readonly calls = new FloatingCalls();
  /** Its place among what runs at once, which it may give up while it waits for somebody. */
  slot: Slot = noSlot;
  /** Whether its handlers run already. */
  isRunning = false;
  /** Whether it has shown a form, so that an answer belongs to it. */
  hasSentForm = false;
  /** The invocations that it began and that wait for the person's approval. */
  readonly pendingInvocations = new Set<string>();
  /** Whether it was ended while it waited for a result that `agent.onResult` goes on with. */
  goesOn = false;
  readonly draft = new OpenDraft();
  /** Closes the draft where a newer message takes the place of this one; set once there is somebody to send it. */
  closeDraft: () => Promise<void> = () => Promise.resolve();
  /** Resolves once a newer message has taken its place, and its draft is closed. */
  readonly overtaken: Promise<void>;
  /** What broke a streamed reply that no other reply has followed. */
  brokenStream: { readonly error: unknown } | null = null;
  readonly #abort = new AbortController();
  #unwanted: Unwanted | null = null;
  #tellOvertaken: (closed: Promise<void>) => void = () => undefined;

  constructor(envelope: Envelope, options: HandlerOptions = {}) {
    this.envelope = envelope;
    this.options = options;
    this.overtaken = new Promise((resolve) => (this.#tellOvertaken = resolve));
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** Why nobody waits for what comes of it; null while somebody does. */
  get unwanted(): Unwanted | null {
    return this.#unwanted;
  }

  /** Ends it for the person's sake: it is not a failure. */
  end(why: Unwanted): void {
    if (this.signal.aborted) return;
    this.#unwanted = why;
    this.#abort.abort(new DOMException(unwantedBecause[why], 'AbortError'));
    if (why === 'superseded') this.#tellOvertaken(this.closeDraft());
  }

  timeOut(afterMs: number): void {
    this.#abort.abort(new DOMException(`The handler took longer than ${afterMs} ms.`, 'TimeoutError'));
  }

  stop(): void {
    this.#abort.abort(new DOMException('The agent has stopped.', 'AbortError'));
  }
}

/** Hears of a stop from whatever call it is refused to, and lets nothing out that a newer message has replaced. */
export function watchCalls(handling: Handling, others: CallWatch): CallWatch {
  return {
    ...others,
    starting(name) {
      if (handling.unwanted === 'superseded') handling.signal.throwIfAborted();
      others.starting?.(name);
    },
    failed(error) {
      if (isStopped(error)) handling.end('stopped');
      others.failed?.(error);
    },
  };
}
