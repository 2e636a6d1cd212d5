import type { AgentId, DeliveryId, RelayDelivery } from '@parley/protocol';
import { sign, writeAuthorization } from '@parley/protocol';
import { failed, type AttemptResult } from './carriers/attempt-result.ts';
import { parseAllowList } from './carriers/webhook/address-rule.ts';
import { createBreaker } from './carriers/webhook/breaker.ts';
import { createWebhookClient } from './carriers/webhook/post-webhook.ts';
import type { Claimed } from './delivery.ts';
import { DispatchNotes } from './dispatch-notes.ts';
import type { EngineParts } from './engine.ts';
import { hasStreamElsewhere } from './node-queries.ts';
import type { RelayHub } from './relay/relay-hub.ts';
import { createSettler } from './settler.ts';
import { letGo } from './settle-queries.ts';
import type { Target } from './target.ts';

/** Makes attempts: signs, sends by the agent's transport, and settles the outcome. */
export interface Attempts {
  /**
   * Makes one attempt. `answered` is called as soon as the agent's part is over, before the outcome is recorded.
   *
   * @returns when the delivery is due again; null where it is over or was let go.
   */
  make(target: Target, delivery: Claimed, answered: (succeeded: boolean) => void): Promise<Date | null>;
  acknowledge(agentId: AgentId, deliveryId: DeliveryId, result: AttemptResult): Promise<boolean>;
  /** Deliveries whose attempt is under way or whose outcome is not yet recorded. */
  ids(): Iterable<DeliveryId>;
  idle(): Promise<void>;
  close(): Promise<void>;
}

const connectionsPerOrigin = 64;

export function createAttempts(parts: EngineParts, nodeId: () => string, relays: RelayHub): Attempts {
  const { clock, config, hub, storage } = parts;
  const settler = createSettler(parts);
  const notes = new DispatchNotes(parts, nodeId);
  const breaker = createBreaker({ now: () => clock.now() });
  const webhooks = createWebhookClient({
    allow: parseAllowList(config.webhookAllow),
    maxConnectionsPerOrigin: connectionsPerOrigin,
    now: () => clock.now(),
  });
  const underWay = new Map<DeliveryId, Promise<Date | null>>();

  const byWebhook = async (target: Target, delivery: Claimed, signed: Signed): Promise<AttemptResult> => {
    const url = target.webhookUrl ?? '';
    if (!breaker.admit(url)) {
      return failed('breaker_open', 'The endpoint kept failing, so it is spared for a moment.', false);
    }
    const result = await webhooks.post({
      url,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Parley/1',
        'x-delivery-id': delivery.deliveryId,
        'x-platform-signature': signed.signature,
        authorization: signed.authorization,
      },
      body: delivery.body,
      onSent: () => notes.wentOut(delivery.deliveryId, new Date(clock.now())),
    });
    breaker.record(url, result);
    return result;
  };

  /** Null where another server holds a stream of the agent and should have the delivery. */
  const byRelay = async (delivery: Claimed, signed: Signed): Promise<AttemptResult | null> => {
    const frame: RelayDelivery = {
      delivery_id: delivery.deliveryId,
      ...signed,
      body_base64: delivery.body.toString('base64'),
    };
    const acknowledged = relays.deliver(delivery.agentId, frame);
    if (acknowledged !== null) {
      notes.wentOut(delivery.deliveryId, new Date(clock.now()));
      return acknowledged;
    }
    if (relays.has(delivery.agentId)) return null;
    if (storage.kind === 'postgres' && (await hasStreamElsewhere(storage.db, delivery.agentId, nodeId()))) return null;
    return failed('relay_not_connected', 'No relay stream of the agent was open.', false);
  };

  const send = async (target: Target, delivery: Claimed): Promise<AttemptResult | null> => {
    try {
      if (target.status === 'deleted') {
        return { ...failed('agent_unavailable', 'The agent was deleted.', false), permanent: true };
      }
      if (target.credential === null)
        return failed('no_credential', 'The agent has no live credential to sign with.', false);
      const { credentialId, secret } = target.credential;
      const signed = {
        signature: sign(secret, clock.now() / 1000, delivery.body),
        authorization: writeAuthorization(target.agentId, credentialId),
      };
      return target.transport === 'webhook'
        ? await byWebhook(target, delivery, signed)
        : await byRelay(delivery, signed);
    } catch (error) {
      parts.log.error({ err: error, deliveryId: delivery.deliveryId }, 'an attempt crashed');
      return failed('crashed', `The attempt crashed: ${error instanceof Error ? error.name : 'unknown error'}.`, false);
    }
  };

  const make: Attempts['make'] = async (target, delivery, answered) => {
    const startedAtMs = clock.now();
    const result = await send(target, delivery);
    notes.answered(delivery.deliveryId);
    if (result === null) {
      answered(false);
      await letGo(storage.db, nodeId(), [delivery], 'window');
      hub.publish([{ to: 'servers', type: 'deliveriesWaiting', agentId: delivery.agentId }]);
      return null;
    }
    parts.metrics.attemptEnded(result.outcome, target.transport);
    const settled = settler.settle(nodeId(), { delivery, result, startedAtMs, endedAtMs: clock.now() });
    answered(result.outcome === 'delivered');
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
    async idle() {
      while (underWay.size > 0) await Promise.allSettled(underWay.values());
      await settler.idle();
    },
    close: () => webhooks.close(),
  };
}

interface Signed {
  readonly signature: string;
  readonly authorization: string;
}
