import type { Envelope } from '@parley/protocol';
import { FloatingCalls } from './floating-calls.ts';
import { noSlot, type Slot } from './lanes.ts';
import type { OpenDraft } from './streaming/open-draft.ts';

/** Why what a handler makes is no longer wanted by the person. */
export type Unwanted = 'cancelled' | 'stopped' | 'superseded';

const unwantedBecause: Record<Unwanted, string> = {
  cancelled: 'The task was cancelled.',
  stopped: 'The person has stopped this answer.',
  superseded: 'A newer message has taken the place of this one.',
};

/** A delivery as its turn sees it. */
export interface TurnMember {
  readonly envelope: Envelope;
  readonly draft: OpenDraft;
  /** What broke a streamed reply that no other reply has followed. */
  readonly brokenStream: { readonly error: unknown } | null;
  /** Closes the draft where one is open. */
  readonly closeDraft: () => Promise<void>;
}

/** One run of handlers: for the delivery that began it, and for the messages that the handler took with `ctx.steers`. */
export class Turn {
  readonly calls = new FloatingCalls();
  /** Its place among what runs at once, which it may give up while it waits for a person. */
  slot: Slot = noSlot;
  /** Whether it was ended while it waited for a result that `agent.onResult` goes on with. */
  goesOn = false;
  /** Whether its handler may take newer messages. */
  readonly takesSteers: boolean;
  /** The delivery that began it, first. */
  readonly members: TurnMember[];
  /** Resolves once a newer message has taken its place, and its draft is closed. */
  readonly overtaken: Promise<void>;
  /** Whether its handlers succeeded; resolves once they are done. */
  readonly outcome: Promise<boolean>;
  readonly #abort = new AbortController();
  readonly #sleepers = new Set<() => void>();
  #unwanted: Unwanted | null = null;
  #endedBy: TurnMember | null = null;
  #isOver = false;
  #tellOvertaken: (closed: Promise<unknown>) => void = () => undefined;
  #tellOutcome: (isHandled: boolean) => void = () => undefined;

  constructor(first: TurnMember, takesSteers: boolean) {
    this.takesSteers = takesSteers;
    this.members = [first];
    this.overtaken = new Promise(
      (resolve) => (this.#tellOvertaken = (closed) => resolve(closed.then(() => undefined))),
    );
    this.outcome = new Promise((resolve) => (this.#tellOutcome = resolve));
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** Why nobody waits for what comes of it; null while somebody does. */
  get unwanted(): Unwanted | null {
    return this.#unwanted;
  }

  /** Whether its handlers have ended or should end, so that it takes no further message. */
  get isOver(): boolean {
    return this.#isOver || this.signal.aborted;
  }

  /**
   * Whether nothing more of a member is wanted and the platform does not know it, so that nothing of it may be sent: after a newer
   * message, or after the end of another member.
   */
  isHeldBack(member: TurnMember): boolean {
    return this.#unwanted === 'superseded' || (this.#endedBy !== null && this.#endedBy !== member);
  }

  /** Ends it for the person's sake, because of one of its members: it is not a failure. */
  end(why: Unwanted, by: TurnMember): void {
    if (this.signal.aborted) return;
    this.#unwanted = why;
    this.#endedBy = by;
    this.#abortWith(new DOMException(unwantedBecause[why], 'AbortError'));
    const closed = Promise.all(this.members.filter((one) => this.isHeldBack(one)).map((one) => one.closeDraft()));
    if (why === 'superseded') this.#tellOvertaken(closed);
  }

  timeOut(afterMs: number): void {
    this.#abortWith(new DOMException(`The handler took longer than ${afterMs} ms.`, 'TimeoutError'));
  }

  stop(): void {
    this.#abortWith(new DOMException('The agent has stopped.', 'AbortError'));
  }

  /** Its handlers have returned. */
  handlersEnded(): void {
    this.#isOver = true;
    this.wake();
  }

  settle(isHandled: boolean): void {
    this.#tellOutcome(isHandled);
  }

  /** Resolves when there may be another message to take, or the turn is over. */
  woken(): Promise<void> {
    return new Promise((resolve) => void this.#sleepers.add(resolve));
  }

  wake(): void {
    for (const resolve of this.#sleepers) resolve();
    this.#sleepers.clear();
  }

  #abortWith(reason: DOMException): void {
    this.#abort.abort(reason);
    this.wake();
  }
}
