import { withRequestId } from './headers.ts';
import type { Json } from './schemas.ts';

/** The routes that stand beside the two doors: what they give needs neither a session nor a signature. */
export const plainPaths: Readonly<Record<string, Json>> = {
  '/schemas/v1/delivery.schema.json': plain('getDeliverySchema', 'The JSON Schema of the delivery envelope.', {
    'application/schema+json': { schema: { type: 'object' } },
  }),
  '/schemas/v1/blocks.schema.json': plain('getBlocksSchema', 'The JSON Schema of the blocks that agents send.', {
    'application/schema+json': { schema: { type: 'object' } },
  }),
  '/.well-known/parley.json': plain(
    'getPlatform',
    'The keys that receipts of approvals are verified with, the newest first.',
    {
      'application/json': { schema: receiptKeys() },
    },
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
  '/healthz': plain('getHealth', 'Whether the process is up.', status({ const: 'ok' })),
  '/readyz': plain(
    'getReadiness',
    'Whether the database can be reached and its migrations are done; 503 where not.',
    status({ const: 'ready' }),
    { '503': { description: 'Not ready.', headers: withRequestId(), content: status({ const: 'not ready' }) } },
  ),
  '/metrics': plain('getMetrics', 'What the server measures of itself, for Prometheus.', {
    'text/plain': { schema: { type: 'string' } },
  }),
};

function plain(operationId: string, summary: string, content: Json, others: Json = {}): Json {
  const done = { description: 'Done.', headers: withRequestId(), content };
  return { get: { tags: ['server'], operationId, summary, security: [], responses: { '200': done, ...others } } };
}

function status(schema: Json): Json {
  const properties = { status: { type: 'string', ...schema }, reason: { type: 'string' } };
  return { 'application/json': { schema: { type: 'object', required: ['status'], properties } } };
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
