import type { CarrierParts } from './carrier-parts.ts';
import type { Carriers } from './carrier.ts';
import { relayCarrier } from './relay/relay-carrier.ts';
import { createWebhookClient, type OpenWebhookClient } from './webhook/post-webhook.ts';
import { webhookCarrier } from './webhook/webhook-carrier.ts';

/** Opens the carriers of a server, which goes by the name that `nodeId` gives. */
export type OpenCarriers = (nodeId: () => string) => Carriers;

/** Every carrier there is, a line each. `openClient` is what webhooks go out by. */
export function carriersOf(parts: CarrierParts, openClient: OpenWebhookClient = createWebhookClient): OpenCarriers {
  return (nodeId) => ({
    webhook: webhookCarrier(parts, openClient),
    relay: relayCarrier(parts, nodeId),
  });
}
