import { envelopeSchemas, readBlocksJsonSchema } from '@parley/protocol';
import type { Route } from '../../route.ts';
import { describeOperation } from './operation.ts';
import { plainPaths } from './plain-paths.ts';
import { schemaOf } from './schemas.ts';

type Json = Record<string, unknown>;

/** The OpenAPI 3.1 document of every route of both doors, and of the deliveries that agents receive. */
export function openApiDocument(routes: readonly Route[], baseUrl: string | null): Json {
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: describeOperation(route) };
  }
  return {
    openapi: '3.1.0',
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    info: {
      title: 'Parley',
      version: '1',
      description:
        'People and software agents talk on terms that the person sets. Routes under /v1 are for people (a session cookie, camelCase); routes under /hooks/v1 are for agents (a signature, snake_case).',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: baseUrl ?? '/' }],
    tags: [
      { name: 'people', description: 'Routes for a signed-in person.' },
      { name: 'agents', description: 'Routes for a signed request of an agent.' },
      { name: 'server', description: 'The server itself: schemas, health and metrics.' },
    ],
    paths: { ...paths, ...plainPaths },
    webhooks: { delivery: { post: deliveryWebhook() } },
    components: { schemas: { Block: blockSchema(), JsonValue: { description: 'Any JSON value.' } }, securitySchemes },
  };
}

const securitySchemes = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'parley_session',
    description: 'Set by signing up or in. On https its name is __Host-parley_session.',
  },
  agent: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Agent-Signature',
    description:
      '`t=<unix>,v1=<hex>`: HMAC-SHA256 with the secret’s bytes (base64url-decoded) over `<unix>.` and the raw body bytes, nothing for a request without a body; `<unix>` has ten digits and may be off by 300 seconds. `Authorization: HMAC <agent_id>/<credential_id>` says whose secret it is.',
  },
};

/** Every block as it is read, told apart by its `type`. */
function blockSchema(): Json {
  const { $schema: _schema, $id: _id, ...schema } = readBlocksJsonSchema('block');
  return { ...inlined(schema), discriminator: { propertyName: 'type' } };
}

/** Definitions move with the schema, so their references are written from where it stands in the document. */
function inlined(schema: Json): Json {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/Block/$defs/')) as Json;
}

/** What the platform posts to a webhook, and what it takes for an answer. */
function deliveryWebhook(): Json {
  const header = (name: string, description: string) => ({
    name,
    in: 'header',
    required: true,
    schema: { type: 'string' },
    description,
  });
  return {
    tags: ['agents'],
    summary: 'A delivery, posted to the agent’s webhook.',
    parameters: [
      header('X-Delivery-Id', 'The deduplication key; retries carry the same one.'),
      header('X-Platform-Signature', '`t=<unix>,v1=<hex>` over the raw body, made like an agent’s own.'),
      header('Authorization', '`HMAC <agent_id>/<credential_id>`: the credential whose secret signed it.'),
    ],
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: {
            oneOf: Object.values(envelopeSchemas).map((schema) => schemaOf(schema)),
            discriminator: { propertyName: 'event' },
          },
        },
      },
    },
    responses: {
      '2XX': { description: 'Durably accepted. The answer to the message comes later, by /hooks/v1/reply.' },
      '410': { description: 'The webhook is gone: the agent is paused.' },
      default: { description: 'A failed attempt. 408, 429 and 5xx are tried again; other 4xx and 3xx are not.' },
    },
  };
}
