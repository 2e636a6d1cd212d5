import { envelopeSchemas } from '@parley/protocol';
import { exampleEnvelope } from './examples/envelope.ts';
import { schemaRef, type Json, type NamedSchemas } from './schemas.ts';

/** Adds one schema for each event that an agent is told, `MessageCreatedEnvelope` and so on, and `Envelope`, any of them. */
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

/** What the platform posts to a webhook, and what it takes for an answer. */
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

/** `message.created` becomes `MessageCreatedEnvelope`. */
function envelopeName(event: string): string {
  const words = event.split(/[._]/).map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `${words.join('')}Envelope`;
}

function header(name: string, description: string): Json {
  return { name, in: 'header', required: true, schema: { type: 'string' }, description };
}
