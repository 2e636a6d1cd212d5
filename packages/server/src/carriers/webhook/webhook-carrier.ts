import { traceHeaders } from '../../telemetry/trace.ts';
import { failed, type AttemptResult } from '../attempt-result.ts';
import type { Attempt, Carrier } from '../carrier.ts';
import type { CarrierParts } from '../carrier-parts.ts';
import { parseAllowList } from '../../settings/address-ranges.ts';
import { createBreaker } from './breaker.ts';
import type { OpenWebhookClient } from './post-webhook.ts';

const connectionsPerOrigin = 64;

/** What an attempt comes to whose endpoint is spared. */
const spared = failed('breaker_open', 'The endpoint kept failing, so it is spared for a moment.', false);

/** Carries by a request to the agent's endpoint, from any server; one that keeps failing is spared for a moment. */
export function webhookCarrier(
  { clock, config }: Pick<CarrierParts, 'clock' | 'config'>,
  openClient: OpenWebhookClient,
): Carrier {
  const breaker = createBreaker({ now: () => clock.now() });
  const client = openClient({
    allow: parseAllowList(config.webhookAllow),
    localHttp: config.localWebhooks,
    maxConnectionsPerOrigin: connectionsPerOrigin,
    now: () => clock.now(),
  });

  async function carry({ target, delivery, signed, trace, wentOut }: Attempt): Promise<AttemptResult> {
    const url = target.webhookUrl ?? '';
    if (!breaker.admit(url)) return spared;
    const result = await client.post({
      url,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Parley/1',
        'x-delivery-id': delivery.deliveryId,
        'x-platform-signature': signed.signature,
        authorization: signed.authorization,
        ...(trace === null ? {} : traceHeaders(trace)),
      },
      body: delivery.body,
      onSent: wentOut,
    });
    breaker.record(url, result);
    return result;
  }

  return {
    ordered: true,
    provenBy: 'attempts',
    carry,
    foresees: ({ webhookUrl }) => (breaker.spares(webhookUrl ?? '') ? spared : null),
    window: () => null,
    standsIn: () => false,
    reachable: () => true,
    holds: () => false,
    isHeldElsewhere: async () => false,
    sweep: async () => undefined,
    load: () => ({ openBreakers: breaker.openCount() }),
    leaseLost: () => undefined,
    drain: () => undefined,
    close: () => client.close(),
  };
}
