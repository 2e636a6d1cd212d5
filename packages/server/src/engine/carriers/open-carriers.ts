import type { CarrierParts } from './carrier-parts.ts';
import type { Carriers } from './carrier.ts';
import { relayCarrier } from './relay/relay-carrier.ts';
import { createWebhookClient, type OpenWebhookClient } from './webhook/post-webhook.ts';
import { webhookCarrier } from './webhook/webhook-carrier.ts';

/** Opens the carriers of a server. `nodeId` returns the server's current node id. */
export type OpenCarriers = (nodeId: () => string) => Carriers;

/** Returns all carriers. `openClient` creates the HTTP client of webhooks. */
export function carriersOf(parts: CarrierParts, openClient: OpenWebhookClient = createWebhookClient): OpenCarriers {
  return (nodeId) => ({
    webhook: webhookCarrier(parts, openClient),
    relay: relayCarrier(parts, nodeId),
  });
}
