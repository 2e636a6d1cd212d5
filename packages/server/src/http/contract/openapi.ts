import { relayDelivery, relayHeartbeat, relayReady, routes, routesByConcept, type RouteName } from '@parley/protocol';
import { describeBlocks } from './describe-blocks.ts';
import { deliveryWebhook, describeEnvelopes } from './describe-deliveries.ts';
import { describeEvents } from './describe-events.ts';
import { errorSchemas, sharedRefusals } from './describe-refusals.ts';
import { headerComponents } from './headers.ts';
import { describeOperation } from './operation.ts';
import { parameterComponents } from './parameters.ts';
import { plainPaths } from './plain-paths.ts';
import { namedSchemas, type Json, type NamedSchemas } from './schemas.ts';

/**
 * Builds the OpenAPI 3.1 document of all routes, for people and for agents, and of the deliveries that agents receive.
 */
export function openApiDocument(baseUrl: string | null): Json {
  const schemas = namedSchemas({ ...errorSchemas, JsonValue: { description: 'Any JSON value.' } });
  describeBlocks(schemas);
  describeEnvelopes(schemas);
  describeEvents(schemas);
  for (const frame of [relayReady, relayDelivery, relayHeartbeat]) schemas.describe(frame);
  const paths = { ...describePaths(schemas), ...plainPaths };
  return {
    openapi: '3.1.0',
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    info: {
      title: 'Parley',
      version: '1',
      description:
        'People and software agents talk on terms that the person sets. Routes under /v1 are for people (a session cookie or a token, camelCase); routes under /hooks/v1 are for agents (a signature, snake_case).',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: baseUrl ?? '/' }],
    tags: [
      ...Object.entries(routesByConcept).map(([name, { about, doc }]) => ({
        name,
        description: doc === undefined ? about : `${about}\n\n${doc}`,
      })),
      { name: 'server', description: 'The server itself: schemas, health and metrics.' },
    ],
    paths,
    webhooks: { delivery: { post: deliveryWebhook() } },
    components: {
      schemas: schemas.all(),
      responses: sharedRefusals(Object.values(routes)),
      parameters: parameterComponents,
      headers: headerComponents,
      securitySchemes,
    },
  };
}

function describePaths(schemas: NamedSchemas): Record<string, Json> {
  const paths: Record<string, Json> = {};
  for (const [concept, { routes }] of Object.entries(routesByConcept)) {
    for (const [name, row] of Object.entries(routes)) {
      const operation = describeOperation(name as RouteName, concept, row, schemas);
      paths[row.path] = { ...paths[row.path], [row.method.toLowerCase()]: operation };
    }
  }
  return paths;
}

const securitySchemes = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'parley_session',
    description: 'Set by signing up or in. On https its name is __Host-parley_session.',
  },
  token: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'pat_ and 43 characters',
    description:
      'A token that POST /v1/tokens gave: `Authorization: Bearer pat_…`, without a cookie. It stands for the session but where only `session` is named.',
  },
  agent: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Agent-Signature',
    description:
      '`t=<unix>,v1=<hex>`: HMAC-SHA256 with the secret’s bytes (base64url-decoded) over `<unix>.` and the raw body bytes, nothing for a request without a body; `<unix>` has ten digits and may be off by 300 seconds. `Authorization: HMAC <agent_id>/<credential_id>` says whose secret it is.',
  },
};
