import { envelopeSchemas } from '@parley/protocol';
import { exampleEnvelope } from './examples/envelope.ts';
import { schemaRef, type Json, type NamedSchemas } from './schemas.ts';

/**
 * Adds one schema for each event that agents receive (`MessageCreatedEnvelope` and so on), and their union `Envelope`.
 */
export function describeEnvelopes(schemas: NamedSchemas): void {
  const byEvent = Object.entries(envelopeSchemas).map(
    ([event, schema]) => [event, schemas.add(envelopeName(event), schema)] as const,
  );
  const mapping = Object.fromEntries(byEvent.map(([event, { $ref }]) => [event, $ref]));
  schemas.add('Envelope', {
    description: 'What a delivery carries, told apart by its event.',
    oneOf: byEvent.map(([, reference]) => reference),
    discriminator: { propertyName: 'event', mapping },
  });
}

/** Describes the request that the platform posts to a webhook, and the answers that it accepts. */
export function deliveryWebhook(): Json {
  return {
    tags: ['deliveries'],
    operationId: 'delivery',
    summary: 'A delivery, posted to the agent’s webhook.',
    description:
      'Verify the signature over the raw body, keep the delivery id, answer 2xx, and reply later by POST /hooks/v1/reply.',
    security: [],
    parameters: [
      header('X-Delivery-Id', 'The deduplication key; retries carry the same one.'),
      header('X-Platform-Signature', '`t=<unix>,v1=<hex>` over the raw body, made like an agent’s own.'),
      header('Webhook-Id', 'The delivery id, for libraries for Standard Webhooks.'),
      header('Webhook-Timestamp', 'The second that both signatures are made at, as ten digits.'),
      header('Webhook-Signature', '`v1,<base64>` over `id.timestamp.body` with the same secret bytes.'),
    ],
    requestBody: {
      required: true,
      content: { 'application/json': { schema: schemaRef('Envelope'), example: exampleEnvelope } },
    },
    responses: {
      '2XX': { description: 'Durably accepted. The answer to the message comes later, by /hooks/v1/reply.' },
      '410': { description: 'The webhook is gone: the agent is paused.' },
      default: { description: 'A failed attempt. 408, 429 and 5xx are tried again; other 4xx and 3xx are not.' },
    },
  };
}

/** Converts `message.created` to `MessageCreatedEnvelope`. */
function envelopeName(event: string): string {
  const words = event.split(/[._]/).map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `${words.join('')}Envelope`;
}

function header(name: string, description: string): Json {
  return { name, in: 'header', required: true, schema: { type: 'string' }, description };
}
