import type { RelayDelivery } from '@parley/protocol';
import { fromBase64 } from '../base64.ts';
import type { AgentClient } from '../client.ts';
import { NetworkError } from '../errors.ts';
import type { Inbox, Verdict } from '../inbox.ts';
import type { Log } from '../log.ts';

/** An ack is of use for some seconds only: after that the platform sends the delivery again. */
const ackRetry = { retries: 3, baseMs: 100, maxMs: 1000, timeoutMs: 5000 };

/** Hands relayed deliveries in, in the order in which they came, and tells the platform how each was taken. */
export class RelayAcks {
  readonly #client: AgentClient;
  readonly #inbox: Inbox;
  readonly #log: Log;
  readonly #open = new Set<Promise<void>>();

  constructor(parts: { readonly client: AgentClient; readonly inbox: Inbox; readonly log: Log }) {
    this.#client = parts.client;
    this.#inbox = parts.inbox;
    this.#log = parts.log;
  }

  /** Resolves once the delivery is recorded or refused; the ack is then on its way. */
  async take(frame: RelayDelivery): Promise<void> {
    const { signature, authorization, delivery_id: deliveryId } = frame;
    const body = fromBase64(frame.body_base64) ?? new Uint8Array();
    const verdict = await this.#inbox.take({ body, signature, authorization });
    const ack = this.#ack(deliveryId, faultOf(verdict, deliveryId));
    this.#open.add(ack);
    void ack.finally(() => this.#open.delete(ack));
  }

  /** Resolves once no ack is on its way. */
  async settled(): Promise<void> {
    await Promise.all(this.#open);
  }

  async #ack(deliveryId: string, error: string | null): Promise<void> {
    try {
      if (error === null) await this.#client.ack(deliveryId, 'accepted', { retry: ackRetry });
      else await this.#client.ack(deliveryId, 'failed', { error, retry: ackRetry });
    } catch (cause) {
      const level = cause instanceof NetworkError ? 'warn' : 'error';
      this.#log(level, 'A delivery could not be acknowledged; it will come again.', { deliveryId, error: cause });
    }
  }
}

const faults = {
  bad_signature: 'The signature does not verify.',
  unknown_credential: 'The delivery is signed with a credential that this agent does not hold.',
  malformed: 'The body is not a delivery envelope.',
  unknown_version: 'This agent reads envelopes of version 1 only.',
  stopping: 'The agent is stopping.',
  queue_full: 'The agent has too many deliveries waiting.',
  store_failed: 'The agent could not record the delivery.',
} as const;

/** What to tell the platform, or null where the delivery was accepted. */
function faultOf(verdict: Verdict, deliveryId: string): string | null {
  if (verdict.outcome !== 'accepted') return faults[verdict.reason];
  return verdict.deliveryId === deliveryId ? null : 'The frame names another delivery than its body.';
}
