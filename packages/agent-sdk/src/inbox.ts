import type { Envelope, TraceHeaders } from '@parley/protocol';
import type { Clock } from './clock.ts';
import type { Credential } from './credentials.ts';
import type { DeliveryFault, SignedBytes } from './delivery.ts';
import { openDelivery, readEnvelope } from './delivery.ts';
import type { HandlerOptions } from './handler-options.ts';
import type { Handling } from './handling.ts';
import { Handlings } from './handlings.ts';
import { Lanes, type Slot } from './lanes.ts';
import type { Log } from './log.ts';
import type { SeenDeliveries } from './seen-deliveries.ts';

/** How long a handler has to end that a newer message has overtaken, before that one begins. */
const overtakenMs = 500;

/** How a delivery was taken. Every verdict but `accepted` says why not. */
export type Verdict =
  | {
      readonly outcome: 'accepted';
      readonly deliveryId: string;
      /** Resolves once its handlers are done; at once where there is nothing to handle. */
      readonly handled: Promise<void>;
    }
  | { readonly outcome: 'refused'; readonly reason: 'bad_signature' | 'malformed' | 'unknown_version' }
  | {
      readonly outcome: 'unavailable';
      readonly reason: 'stopping' | 'queue_full' | 'store_failed' | 'unknown_credential';
    };

interface Parts {
  readonly credentials: readonly Credential[];
  readonly seen: SeenDeliveries;
  /** Runs the handlers of one delivery; it never rejects, and says whether they succeeded. */
  readonly handle: (handling: Handling) => Promise<boolean>;
  /** Whether a running handler may wait for a delivery, besides what the inbox knows of. */
  readonly isAwaited: (envelope: Envelope) => boolean;
  /** How a delivery is handled. */
  readonly optionsFor: (envelope: Envelope) => HandlerOptions;
  readonly concurrency: number;
  /** How many accepted deliveries may wait or run at once. */
  readonly queueLimit: number;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Where both receivers hand in what they got: it is verified, recorded, and only then reported as accepted; the handlers
 * run afterwards, those of one conversation one at a time, but for what a running handler waits for, and for calls of other
 * agents while the running handler itself waits in `ctx.call`.
 */
export class Inbox {
  readonly #parts: Parts;
  readonly #lanes: Lanes;
  readonly #handlings = new Handlings();
  /** Handlers that a newer message has overtaken and that continue beside their lane. */
  readonly #leftBehind = new Set<Promise<void>>();
  #isOpen = true;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#lanes = new Lanes(parts.concurrency);
  }

  /** Takes a delivery. Resolves as soon as it is recorded, before it is handled. */
  async take(sent: SignedBytes): Promise<Verdict> {
    const verdict = await this.#check(sent);
    if (verdict.outcome !== 'accepted') {
      this.#parts.log('warn', 'A delivery was not accepted.', {
        reason: verdict.reason,
        authorization: sent.authorization,
      });
    }
    return verdict;
  }

  /** Handles what an earlier process accepted and did not finish. */
  async resume(): Promise<void> {
    for await (const body of this.#parts.seen.unfinished?.() ?? []) {
      const opened = readEnvelope(body);
      if ('envelope' in opened && opened.envelope !== null) void this.#enqueue(opened.envelope, null);
    }
  }

  /** The oldest message that a running handler may take into its turn. */
  nextSteer(handling: Handling): Handling | null {
    return this.#handlings.nextSteer(handling);
  }

  /** Aborts the signal of every handler that runs or waits. */
  abort(): void {
    this.#handlings.stop();
  }

  /** Takes nothing more, and resolves once what was accepted is handled. */
  async close(): Promise<void> {
    this.#isOpen = false;
    await this.#lanes.idle();
    await Promise.all(this.#leftBehind);
  }

  async #check(sent: SignedBytes): Promise<Verdict> {
    const { credentials, seen, queueLimit, clock, log } = this.#parts;
    if (!this.#isOpen) return { outcome: 'unavailable', reason: 'stopping' };
    const opened = await openDelivery(sent, credentials, clock.now());
    if ('fault' in opened) return faulty(opened.fault);
    if (!this.#isOpen) return { outcome: 'unavailable', reason: 'stopping' };
    if (this.#lanes.size + this.#leftBehind.size >= queueLimit) return { outcome: 'unavailable', reason: 'queue_full' };
    const { deliveryId, envelope, body } = opened;
    const accepted = { outcome: 'accepted', deliveryId } as const;
    if (envelope === null) return { ...accepted, handled: Promise.resolve() };
    try {
      if (await seen.accept(deliveryId, body)) {
        return { ...accepted, handled: this.#enqueue(envelope, sent.trace ?? null) };
      }
      log('info', 'A delivery came again and was not handled again: this agent has taken it before.', { deliveryId });
      return { ...accepted, handled: Promise.resolve() };
    } catch (error) {
      log('error', 'The store of seen deliveries failed.', { deliveryId, error });
      return { outcome: 'unavailable', reason: 'store_failed' };
    }
  }

  #enqueue(envelope: Envelope, trace: TraceHeaders | null): Promise<void> {
    const options = this.#parts.optionsFor(envelope);
    const passes = this.#handlings.isAwaited(envelope) || this.#parts.isAwaited(envelope);
    const handling = this.#handlings.add(envelope, options, trace);
    const { conversation_id: conversation, delivery_id: deliveryId } = envelope;
    const lane = options.overlap === 'parallel' ? `${conversation} ${deliveryId}` : conversation;
    return new Promise((resolve) => {
      const work = async (slot: Slot) => {
        if (handling.beginsTurn) handling.turn.slot = slot;
        const handled = this.#handle(handling).then(resolve);
        if (handling.options.overlap === 'latest') await this.#overOrOvertaken(handling, handled);
        else await handled;
      };
      this.#lanes.add(lane, work, { passes, isCall: envelope.event === 'agent.call' });
    });
  }

  /** A handler that does not look at its signal keeps no newer message waiting. */
  async #overOrOvertaken(handling: Handling, handled: Promise<void>): Promise<void> {
    const { clock } = this.#parts;
    const over = new AbortController();
    const overtaken = handling.turn.overtaken.then(() => clock.sleep(overtakenMs, over.signal));
    let isOver = false;
    const noted = handled.then(() => {
      isOver = true;
      over.abort();
    });
    await Promise.race([noted, overtaken]);
    if (isOver) return;
    this.#leftBehind.add(noted);
    void noted.then(() => this.#leftBehind.delete(noted));
  }

  async #handle(handling: Handling): Promise<void> {
    const { seen, log } = this.#parts;
    const deliveryId = handling.envelope.delivery_id;
    try {
      await seen.finish(deliveryId, (await this.#run(handling)) ? 'handled' : 'failed');
    } catch (error) {
      log('error', 'The store of seen deliveries failed.', { deliveryId, error });
    } finally {
      this.#handlings.end(handling);
    }
  }

  /** A message that another turn has taken counts as handled where that turn does. */
  #run(handling: Handling): Promise<boolean> {
    return handling.beginsTurn ? this.#runTurn(handling) : handling.turn.outcome;
  }

  async #runTurn(handling: Handling): Promise<boolean> {
    const { handle, clock, log } = this.#parts;
    const deliveryId = handling.envelope.delivery_id;
    handling.isRunning = true;
    if (handling.unwanted === 'superseded') {
      log('info', 'A message was left out, since a newer one came before its turn.', { deliveryId });
      return true;
    }
    const over = new AbortController();
    const { timeoutMs } = handling.options;
    if (timeoutMs !== undefined) {
      void clock.sleep(timeoutMs, over.signal).then(() => over.signal.aborted || handling.turn.timeOut(timeoutMs));
    }
    try {
      const isHandled = await handle(handling);
      handling.turn.settle(isHandled);
      return isHandled;
    } finally {
      over.abort();
    }
  }
}

/** A credential that is not known may be known once the agent has been given it, so the platform should come back. */
function faulty(fault: DeliveryFault): Verdict {
  if (fault === 'unknown_credential') return { outcome: 'unavailable', reason: fault };
  return { outcome: 'refused', reason: fault };
}
