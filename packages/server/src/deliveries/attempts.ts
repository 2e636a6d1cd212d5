import type { AgentId, DeliveryId } from '@parley/protocol';
import { sign, writeAuthorization } from '@parley/protocol';
import type { Trace } from '../trace.ts';
import { endAttemptSpan, startAttemptSpan } from './attempt-span.ts';
import { failed, type AttemptResult } from './carriers/attempt-result.ts';
import type { Carrier } from './carriers/carrier.ts';
import { relayCarrier } from './carriers/relay-carrier.ts';
import type { OpenWebhookClient } from './carriers/webhook/post-webhook.ts';
import { webhookCarrier } from './carriers/webhook-carrier.ts';
import type { Claimed } from './delivery.ts';
import { DispatchNotes } from './dispatch-notes.ts';
import type { EngineLoad, EngineParts } from './engine.ts';
import type { RelayHub } from './relay/relay-hub.ts';
import { createSettler } from './settler.ts';
import type { Target } from './target.ts';

/** How the agent's part of an attempt ended; `elsewhere` says that another server should make it, which has a stream of the agent. */
export type Answered = 'succeeded' | 'failed' | 'elsewhere';

/** Makes attempts: signs, sends by the agent's transport, and settles the outcome. */
export interface Attempts {
  /**
   * Makes one attempt. `answered` is called as soon as the agent's part is over, before the outcome is recorded. A delivery for
   * `elsewhere` is the caller's to let go of.
   *
   * @returns when the delivery is due again; null where it is over or was not sent.
   */
  make(target: Target, delivery: Claimed, answered: (how: Answered) => void): Promise<Date | null>;
  acknowledge(agentId: AgentId, deliveryId: DeliveryId, result: AttemptResult): Promise<boolean>;
  /** Deliveries whose attempt is under way or whose outcome is not yet recorded. */
  ids(): Iterable<DeliveryId>;
  /** When bytes of a delivery first went out from here, as far as that is not long ago. */
  wentOutAt(deliveryId: DeliveryId): Date | undefined;
  load(): Pick<EngineLoad, 'underWay' | 'openBreakers'>;
  idle(): Promise<void>;
  close(): Promise<void>;
}

export function createAttempts(
  parts: EngineParts,
  nodeId: () => string,
  relays: RelayHub,
  openClient: OpenWebhookClient,
): Attempts {
  const { clock } = parts;
  const settler = createSettler(parts);
  const notes = new DispatchNotes(parts, nodeId);
  const webhook = webhookCarrier(parts, notes, openClient);
  const carriers = { webhook: webhook.carry, relay: relayCarrier(parts, notes, nodeId, relays) };
  const underWay = new Map<DeliveryId, Promise<Date | null>>();

  const make: Attempts['make'] = async (target, delivery, answered) => {
    const startedAtMs = clock.now();
    const span = startAttemptSpan(target, delivery);
    const trace = span?.trace ?? delivery.trace;
    const transport = relays.transportOf(target);
    const result = await send(parts, carriers[transport], target, delivery, trace);
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
    async acknowledge(agentId, deliveryId, result) {
      const making = underWay.get(deliveryId);
      if (!making || !relays.finish(agentId, deliveryId, result)) return false;
      await making;
      return true;
    },
    ids: () => underWay.keys(),
    wentOutAt: (deliveryId) => notes.wentOutAt(deliveryId),
    load: () => ({ underWay: underWay.size, openBreakers: webhook.openBreakers() }),
    async idle() {
      while (underWay.size > 0) await Promise.allSettled(underWay.values());
      await settler.idle();
    },
    close: () => webhook.close(),
  };
}

/** Signs a delivery and has it carried. Whatever goes wrong is an outcome. */
async function send(
  { clock, log }: EngineParts,
  carry: Carrier,
  target: Target,
  delivery: Claimed,
  trace: Trace | null,
): Promise<AttemptResult | null> {
  try {
    if (target.status === 'deleted') {
      return { ...failed('agent_unavailable', 'The agent was deleted.', false), permanent: true };
    }
    if (target.credential === null)
      return failed('no_credential', 'The agent has no live credential to sign with.', false);
    const { credentialId, secret } = target.credential;
    if (secret === null)
      return failed('no_credential', 'The newest credential cannot be opened with the key of this server.', false);
    const signed = {
      signature: sign(secret, clock.now() / 1000, delivery.body),
      authorization: writeAuthorization(target.agentId, credentialId),
    };
    return await carry(target, delivery, signed, trace);
  } catch (error) {
    log.error({ err: error, deliveryId: delivery.deliveryId }, 'an attempt crashed');
    return failed('crashed', `The attempt crashed: ${error instanceof Error ? error.name : 'unknown error'}.`, false);
  }
}
