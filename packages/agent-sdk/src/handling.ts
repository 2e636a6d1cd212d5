import type { Envelope, TraceHeaders } from '@parley/protocol';
import type { CallWatch } from './call-watch.ts';
import { isStopped } from './errors.ts';
import type { HandlerOptions } from './handler-options.ts';
import { OpenDraft } from './streaming/open-draft.ts';
import { Turn, type TurnMember, type Unwanted } from './turn.ts';

/** What is known of one delivery from its acceptance until its handlers are done. */
export class Handling implements TurnMember {
  readonly envelope: Envelope;
  readonly options: HandlerOptions;
  readonly trace: TraceHeaders | null;
  /** Whether it waits no longer: its handlers run, or a running handler has taken it. */
  isRunning = false;
  /** Whether it has shown a form, so that an answer belongs to it. */
  hasSentForm = false;
  /** The invocations that it began and that wait for the person's approval. */
  readonly pendingInvocations = new Set<string>();
  readonly draft = new OpenDraft();
  /** Set once there is a sender. */
  closeDraft: () => Promise<void> = () => Promise.resolve();
  brokenStream: { readonly error: unknown } | null = null;
  #turn: Turn;

  constructor(envelope: Envelope, options: HandlerOptions = {}, trace: TraceHeaders | null = null) {
    this.envelope = envelope;
    this.options = options;
    this.trace = trace;
    this.#turn = new Turn(this, options.overlap === 'steer');
  }

  /** Its own turn, or that of the handler which has taken it. */
  get turn(): Turn {
    return this.#turn;
  }

  /** Whether its turn is its own. */
  get beginsTurn(): boolean {
    return this.#turn.members[0] === this;
  }

  get signal(): AbortSignal {
    return this.#turn.signal;
  }

  get unwanted(): Unwanted | null {
    return this.#turn.unwanted;
  }

  get isHeldBack(): boolean {
    return this.#turn.isHeldBack(this);
  }

  end(why: Unwanted): void {
    this.#turn.end(why, this);
  }

  /** Becomes a part of a running handler's turn, and ends with it. */
  join(turn: Turn): void {
    this.#turn = turn;
    this.isRunning = true;
    turn.members.push(this);
  }
}

/**
 * Hears of a stop from whatever call it is refused to, notes which drafts the platform closes, and lets nothing out that the platform
 * would take though nobody wants it.
 */
export function watchCalls(handling: Handling, others: CallWatch): CallWatch {
  return {
    ...others,
    starting(name) {
      if (handling.isHeldBack) handling.signal.throwIfAborted();
      others.starting?.(name);
    },
    closing(deliveryId, sent) {
      const member = handling.turn.members.find(({ envelope }) => envelope.delivery_id === deliveryId);
      member?.draft.closedBy(sent);
      others.closing?.(deliveryId, sent);
    },
    failed(error) {
      if (isStopped(error)) handling.end('stopped');
      others.failed?.(error);
    },
  };
}
