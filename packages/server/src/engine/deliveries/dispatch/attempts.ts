import type { DeliveryId } from '@parley/protocol';
import { writeAuthorization } from '@parley/protocol';
import { sign } from '@parley/protocol/signing';
import type { Trace } from '../../../platform/telemetry/trace.ts';
import { endAttemptSpan, startAttemptSpan } from './attempt-span.ts';
import { failed, type AttemptResult } from '../../carriers/attempt-result.ts';
import type { Carrier, Signed } from '../../carriers/carrier.ts';
import type { CarrierSet } from '../../carriers/carrier-set.ts';
import type { Claimed } from '../delivery.ts';
import { DispatchNotes } from '../lease/dispatch-notes.ts';
import type { EngineParts } from '../engine.ts';
import type { Settler } from '../lease/settler.ts';
import type { Target } from '../../carriers/target.ts';

/**
 * How an attempt ended. `elsewhere`: nothing was sent, because another server has the agent's stream and should send
 * it.
 */
export type Answered = 'succeeded' | 'failed' | 'elsewhere';

/** Makes attempts: signs, sends by the agent's transport, and settles the outcome. */
export interface Attempts {
  /**
   * Makes one attempt. Calls `answered` when the agent has answered, before the outcome is recorded. After `elsewhere`
   * the caller releases the delivery.
   *
   * @returns the time of the next attempt, or null if the delivery has ended or was not sent.
   */
  make(target: Target, delivery: Claimed, answered: (how: Answered) => void): Promise<Date | null>;
  /** Returns the deliveries with a running attempt or an outcome that is not yet recorded. */
  ids(): Iterable<DeliveryId>;
  /**
   * Returns when this server first sent bytes of a delivery. Undefined if it did not; may be undefined after a minute.
   */
  wentOutAt(deliveryId: DeliveryId): Date | undefined;
  underWay(): number;
  idle(): Promise<void>;
}

export function createAttempts(
  parts: EngineParts,
  nodeId: () => string,
  carriers: CarrierSet,
  settler: Settler,
): Attempts {
  const { clock, log } = parts;
  const notes = new DispatchNotes(parts, nodeId);
  const underWay = new Map<DeliveryId, Promise<Date | null>>();

  /** Sends a delivery by its carrier. Never throws: every error becomes an outcome. */
  async function send(carrier: Carrier, target: Target, delivery: Claimed, trace: Trace | null) {
    const { deliveryId, body } = delivery;
    try {
      const signed = signFor(target, body, clock.now());
      if ('outcome' in signed) return signed;
      const wentOut = () => notes.wentOut(deliveryId, new Date(clock.now()));
      const recorded = async () => underWay.get(deliveryId);
      return await carrier.carry({ target, delivery, signed, trace, wentOut, recorded });
    } catch (error) {
      log.error({ err: error, deliveryId }, 'delivery attempt crashed');
      return failed('crashed', `The attempt crashed: ${error instanceof Error ? error.name : 'unknown error'}.`, false);
    }
  }

  const make: Attempts['make'] = async (target, delivery, answered) => {
    const startedAtMs = clock.now();
    const span = startAttemptSpan(target.transport, delivery);
    const trace = span?.trace ?? delivery.trace;
    const transport = carriers.transportOf(target);
    const result = await send(carriers.byTransport(transport), target, delivery, trace);
    if (span !== null) endAttemptSpan(span, result);
    notes.answered(delivery.deliveryId);
    if (result === null) {
      answered('elsewhere');
      return null;
    }
    const endedAtMs = clock.now();
    parts.metrics.attemptEnded(result.outcome, transport, (endedAtMs - startedAtMs) / 1000);
    const settled = settler.settle(nodeId(), { delivery, result, startedAtMs, endedAtMs });
    answered(result.outcome === 'delivered' ? 'succeeded' : 'failed');
    return settled;
  };

  return {
    make(target, delivery, answered) {
      const making = make(target, delivery, answered).finally(() => {
        if (underWay.get(delivery.deliveryId) === making) underWay.delete(delivery.deliveryId);
      });
      underWay.set(delivery.deliveryId, making);
      return making;
    },
    ids: () => underWay.keys(),
    wentOutAt: (deliveryId) => notes.wentOutAt(deliveryId),
    underWay: () => underWay.size,
    async idle() {
      while (underWay.size > 0) await Promise.allSettled(underWay.values());
      await settler.idle();
    },
  };
}

/**
 * Returns the signature and the Authorization header, or the failed result if the delivery cannot be signed or sent.
 */
function signFor(target: Target, body: Buffer, nowMs: number): Signed | AttemptResult {
  if (target.status === 'deleted') {
    return { ...failed('agent_unavailable', 'The agent was deleted.', false), permanent: true };
  }
  if (target.credential === null)
    return failed('no_credential', 'The agent has no live credential to sign with.', false);
  const { credentialId, secret } = target.credential;
  if (secret === null)
    return failed('no_credential', 'The newest credential cannot be opened with the key of this server.', false);
  return {
    signature: sign(secret, nowMs / 1000, body),
    authorization: writeAuthorization(target.agentId, credentialId),
  };
}
