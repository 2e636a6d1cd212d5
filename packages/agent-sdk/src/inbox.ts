import type { Envelope, TraceHeaders } from '@parley/protocol';
import type { Clock } from './clock.ts';
import type { Credential } from './credentials.ts';
import type { DeliveryFault, SignedBytes } from './delivery.ts';
import { openDelivery, readEnvelope } from './delivery.ts';
import type { Handling } from './handling.ts';
import { Handlings } from './handlings.ts';
import { Lanes } from './lanes.ts';
import type { Log } from './log.ts';
import type { SeenDeliveries } from './seen-deliveries.ts';

/** How a delivery was taken. Every verdict but `accepted` says why not. */
export type Verdict =
  | { readonly outcome: 'accepted'; readonly deliveryId: string }
  | { readonly outcome: 'refused'; readonly reason: 'bad_signature' | 'malformed' | 'unknown_version' }
  | {
      readonly outcome: 'unavailable';
      readonly reason: 'stopping' | 'queue_full' | 'store_failed' | 'unknown_credential';
    };

interface Parts {
  readonly credentials: readonly Credential[];
  readonly seen: SeenDeliveries;
  /** Runs the handlers of one delivery; it never rejects, and says whether they succeeded. */
  readonly handle: (handling: Handling, trace: TraceHeaders | null) => Promise<boolean>;
  readonly concurrency: number;
  /** How many accepted deliveries may wait or run at once. */
  readonly queueLimit: number;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Where both receivers hand in what they got: it is verified, recorded, and only then reported as accepted; the handlers
 * run afterwards, those of one conversation one at a time, but for what a running handler waits for.
 */
export class Inbox {
  readonly #parts: Parts;
  readonly #lanes: Lanes;
  readonly #handlings = new Handlings();
  #isOpen = true;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#lanes = new Lanes(parts.concurrency);
  }

  /** Takes a delivery. Resolves as soon as it is recorded, before it is handled. */
  async take(sent: SignedBytes): Promise<Verdict> {
    const verdict = await this.#judge(sent);
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
      if ('envelope' in opened && opened.envelope !== null) this.#enqueue(opened.envelope, null);
    }
  }

  /** Aborts the signal of every handler that runs or waits. */
  abort(): void {
    this.#handlings.stop();
  }

  /** Takes nothing more, and resolves once what was accepted is handled. */
  close(): Promise<void> {
    this.#isOpen = false;
    return this.#lanes.idle();
  }

  async #judge(sent: SignedBytes): Promise<Verdict> {
    const { credentials, seen, queueLimit, clock, log } = this.#parts;
    if (!this.#isOpen) return { outcome: 'unavailable', reason: 'stopping' };
    const opened = openDelivery(sent, credentials, clock.now());
    if ('fault' in opened) return faulty(opened.fault);
    if (this.#lanes.size >= queueLimit) return { outcome: 'unavailable', reason: 'queue_full' };
    const { deliveryId, envelope, body } = opened;
    const accepted = { outcome: 'accepted', deliveryId } as const;
    if (envelope === null) return accepted;
    try {
      if (await seen.accept(deliveryId, body)) this.#enqueue(envelope, sent.trace ?? null);
      else
        log('info', 'A delivery came again and was not handled again: this agent has taken it before.', { deliveryId });
      return accepted;
    } catch (error) {
      log('error', 'The store of seen deliveries failed.', { deliveryId, error });
      return { outcome: 'unavailable', reason: 'store_failed' };
    }
  }

  #enqueue(envelope: Envelope, trace: TraceHeaders | null): void {
    const passes = this.#handlings.isAwaited(envelope);
    const handling = this.#handlings.add(envelope);
    this.#lanes.add(envelope.conversation_id, () => this.#handle(handling, trace), { passes });
  }

  async #handle(handling: Handling, trace: TraceHeaders | null): Promise<void> {
    const { handle, seen, log } = this.#parts;
    const deliveryId = handling.envelope.delivery_id;
    try {
      await seen.finish(deliveryId, (await handle(handling, trace)) ? 'handled' : 'failed');
    } catch (error) {
      log('error', 'The store of seen deliveries failed.', { deliveryId, error });
    } finally {
      this.#handlings.end(handling);
    }
  }
}

/** A credential that is not known may be known once the agent has been given it, so the platform should come back. */
function faulty(fault: DeliveryFault): Verdict {
  if (fault === 'unknown_credential') return { outcome: 'unavailable', reason: fault };
  return { outcome: 'refused', reason: fault };
}
