import type { DispatchNotes } from '../dispatch-notes.ts';
import { traceHeaders } from '../../trace.ts';
import type { EngineParts } from '../engine.ts';
import { failed } from './attempt-result.ts';
import type { Carrier } from './carrier.ts';
import { parseAllowList } from './webhook/address-rule.ts';
import { createBreaker } from './webhook/breaker.ts';
import type { OpenWebhookClient } from './webhook/post-webhook.ts';

const connectionsPerOrigin = 64;

export interface WebhookCarrier {
  readonly carry: Carrier;
  /** How many endpoints are spared now. */
  openBreakers(): number;
  close(): Promise<void>;
}

/** Carries by a request to the agent's endpoint; one that keeps failing is spared for a moment. */
export function webhookCarrier(
  { clock, config }: Pick<EngineParts, 'clock' | 'config'>,
  notes: DispatchNotes,
  openClient: OpenWebhookClient,
): WebhookCarrier {
  const breaker = createBreaker({ now: () => clock.now() });
  const client = openClient({
    allow: parseAllowList(config.webhookAllow),
    localHttp: config.localWebhooks,
    maxConnectionsPerOrigin: connectionsPerOrigin,
    now: () => clock.now(),
  });
  return {
    async carry(target, delivery, signed, trace) {
      const url = target.webhookUrl ?? '';
      if (!breaker.admit(url)) {
        return failed('breaker_open', 'The endpoint kept failing, so it is spared for a moment.', false);
      }
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
        onSent: () => notes.wentOut(delivery.deliveryId, new Date(clock.now())),
      });
      breaker.record(url, result);
      return result;
    },
    openBreakers: () => breaker.openCount(),
    close: () => client.close(),
  };
}
