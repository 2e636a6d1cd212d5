import { readinessReasons } from '@parley/protocol';
import { withRequestId } from './headers.ts';
import type { Json } from './schemas.ts';

/** Routes that need neither a session nor a signature. */
export const plainPaths: Readonly<Record<string, Json>> = {
  '/schemas/v1/delivery.schema.json': schemaOf('getDeliverySchema', 'the delivery envelope'),
  '/schemas/v1/blocks.schema.json': schemaOf('getBlocksSchema', 'the blocks that agents send'),
  '/schemas/v1/manifest.schema.json': schemaOf('getManifestSchema', 'the manifest of an agent'),
  '/schemas/v1/reply.schema.json': schemaOf('getReplySchema', 'a reply'),
  '/schemas/v1/task.schema.json': schemaOf('getTaskSchema', 'an update of a task'),
  '/schemas/v1/proactive.schema.json': schemaOf('getProactiveSchema', 'a proactive message'),
  '/.well-known/parley.json': plain(
    'getPlatform',
    'The keys that receipts of approvals are verified with, the newest first.',
    {
      'application/json': { schema: receiptKeys() },
    },
  ),
  '/.well-known/security.txt': plain(
    'getSecurityTxt',
    'Whom to tell about vulnerabilities (RFC 9116), where the operator has set it.',
    { 'text/plain': { schema: { type: 'string' } } },
  ),
  '/openapi.json': plain('getContract', 'This document.', { 'application/json': { schema: { type: 'object' } } }),
  '/docs': plain('readContract', 'This document as a page for people.', {
    'text/html': { schema: { type: 'string' } },
  }),
  '/docs/guide': plain('readGuide', 'The guide, for whoever writes agents or runs a server.', {
    'text/html': { schema: { type: 'string' } },
  }),
  '/llms.txt': plain('getLlmsTxt', 'The pages of the guide as a list for language models; each is there as Markdown.', {
    'text/plain': { schema: { type: 'string' } },
  }),
  '/packages/{file}': plain(
    'getPackage',
    'A package that agents are written with, as npm or pip installs it: parley-agent-sdk.tgz or parley-agent.tar.gz, of the version of the server.',
    { 'application/gzip': { schema: { type: 'string', format: 'binary' } } },
    {},
    [{ name: 'file', in: 'path', required: true, schema: { type: 'string' }, example: 'parley-agent-sdk.tgz' }],
  ),
  '/healthz': plain('getHealth', 'Whether the process is up.', status({ const: 'ok' })),
  '/readyz': plain(
    'getReadiness',
    'Whether the server can do its work; 503, with the reasons, where it cannot.',
    readiness({ const: 'ready' }, { maxItems: 0 }),
    {
      '503': {
        description: 'Not ready.',
        headers: withRequestId(),
        content: readiness({ const: 'not_ready' }, { minItems: 1 }),
      },
    },
  ),
  '/metrics': plain('getMetrics', 'What the server measures of itself, for Prometheus.', {
    'text/plain': { schema: { type: 'string' } },
  }),
};

function schemaOf(operationId: string, of: string): Json {
  return plain(operationId, `The JSON Schema of ${of}.`, { 'application/schema+json': { schema: { type: 'object' } } });
}

function plain(
  operationId: string,
  summary: string,
  content: Json,
  others: Json = {},
  parameters: readonly Json[] = [],
): Json {
  const done = { description: 'Done.', headers: withRequestId(), content };
  const responses = { '200': done, ...others };
  const named = parameters.length === 0 ? {} : { parameters };
  return { get: { tags: ['server'], operationId, summary, security: [], ...named, responses } };
}

function status(schema: Json): Json {
  const properties = { status: { type: 'string', ...schema } };
  return { 'application/json': { schema: { type: 'object', required: ['status'], properties } } };
}

function readiness(status: Json, bounds: Json): Json {
  const reasons = { type: 'array', ...bounds, uniqueItems: true, items: { type: 'string', enum: readinessReasons } };
  const properties = { status: { type: 'string', ...status }, reasons };
  return { 'application/json': { schema: { type: 'object', required: ['status', 'reasons'], properties } } };
}

function receiptKeys(): Json {
  const text = { type: 'string' };
  const key = {
    type: 'object',
    required: ['kty', 'crv', 'x', 'kid'],
    properties: { kty: { const: 'OKP' }, crv: { const: 'Ed25519' }, x: text, kid: text, alg: text, use: text },
  };
  return { type: 'object', required: ['receiptKeys'], properties: { receiptKeys: { type: 'array', items: key } } };
}
