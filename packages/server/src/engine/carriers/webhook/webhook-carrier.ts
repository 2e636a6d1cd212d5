import type { AgentId } from '@parley/protocol';
import { parseSignature, signWebhook } from '@parley/protocol/signing';
import { traceHeaders } from '../../../platform/telemetry/trace.ts';
import { failed, type AttemptResult } from '../attempt-result.ts';
import type { Attempt, Carrier } from '../carrier.ts';
import type { CarrierParts } from '../carrier-parts.ts';
import { parseAllowList } from '../../../platform/settings/address-ranges.ts';
import { createBreaker, type BreakerTurn } from './breaker.ts';
import type { OpenWebhookClient } from './post-webhook.ts';

const connectionsPerOrigin = 64;

/** The result of an attempt while the circuit of its endpoint is open. */
const circuitOpen = failed('breaker_open', 'The endpoint kept failing, so nothing is sent to it for a moment.', false);

/**
 * Sends by an HTTP request to the agent's endpoint, from any server. A circuit breaker pauses endpoints that keep
 * failing.
 */
export function webhookCarrier(
  { clock, config, log }: Pick<CarrierParts, 'clock' | 'config' | 'log'>,
  openClient: OpenWebhookClient,
): Carrier {
  const breaker = createBreaker({ now: () => clock.now() });
  const client = openClient({
    allow: parseAllowList(config.webhookAllow),
    localHttp: config.localWebhooks,
    maxConnectionsPerOrigin: connectionsPerOrigin,
    now: () => clock.now(),
  });

  async function carry(attempt: Attempt): Promise<AttemptResult> {
    const { target, delivery, signed, trace, wentOut } = attempt;
    const url = target.webhookUrl ?? '';
    if (!breaker.admit(url)) return circuitOpen;
    const result = await client.post({
      url,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Parley/1',
        'x-delivery-id': delivery.deliveryId,
        'x-platform-signature': signed.signature,
        authorization: signed.authorization,
        ...standardHeaders(attempt),
        ...(trace === null ? {} : traceHeaders(trace)),
      },
      body: delivery.body,
      onSent: wentOut,
    });
    const turn = breaker.record(url, result);
    if (turn !== null) logTurn(turn, target.agentId, result);
    return result;
  }

  function logTurn(turn: BreakerTurn, agentId: AgentId, { outcome, statusCode }: AttemptResult): void {
    if (turn === 'opened') log.warn({ agentId, outcome, statusCode }, 'webhook circuit opened');
    else log.info({ agentId }, 'webhook circuit closed');
  }

  return {
    ordered: true,
    carry,
    predictFailure: ({ webhookUrl }) => (breaker.isOpen(webhookUrl ?? '') ? circuitOpen : null),
    openBreakers: () => breaker.openCount(),
    close: () => client.close(),
  };
}

/** Returns the Standard Webhooks headers, with the timestamp of the platform's own signature. */
function standardHeaders({ target, delivery, signed }: Attempt): Record<string, string> {
  const secret = target.credential?.secret;
  const unix = parseSignature(signed.signature)?.unix;
  if (!secret || unix === undefined) return {};
  const { deliveryId: id, body } = delivery;
  return {
    'webhook-id': id,
    'webhook-timestamp': unix,
    'webhook-signature': signWebhook(secret, { id, unix, body }),
  };
}
