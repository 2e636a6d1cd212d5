import { refusals, type RefusalCode } from '@parley/protocol';
import type { Route } from '../../route.ts';
import { schemaOf } from './schemas.ts';

type Json = Record<string, unknown>;

/** One route as an OpenAPI operation: what it reads, what it answers, and everything that it refuses. */
export function describeOperation(route: Route): Json {
  const { status, schema, media } = route.success;
  const type = media ?? 'application/json';
  const content = status === 204 ? {} : { content: { [type]: schema ? { schema: schemaOf(schema) } : {} } };
  return {
    tags: [route.door === 'human' ? 'people' : 'agents'],
    operationId: operationId(route),
    summary: route.summary,
    security: securityOf(route),
    parameters: parametersOf(route),
    ...(route.body || route.takes === 'file' ? { requestBody: requestBodyOf(route) } : {}),
    responses: { [status]: { description: 'Done.', ...replayHeader(route), ...content }, ...refusalsOf(route) },
  };
}

/** Everything that a route refuses: what its door does, what the kind of route does, and what is its own. */
export function refusalCodesOf(route: Route): RefusalCode[] {
  const isSafe = route.method === 'GET';
  const codes = new Set<RefusalCode>(['rate_limited', 'internal_error', 'overloaded', ...(route.refusals ?? [])]);
  const add = (...more: RefusalCode[]) => more.forEach((code) => codes.add(code));
  if (route.door === 'agent') add('unauthorized');
  else if (route.session === 'required') add('unauthenticated');
  if (route.door === 'human' && !isSafe) add('cross_site_request');
  if (route.body || route.query) add('malformed_request');
  if (!isSafe) add('payload_too_large', 'unsupported_media_type');
  if (route.idempotency) add('idempotency_key_invalid', 'idempotency_key_reused');
  if (route.idempotency === 'required') add('idempotency_key_required');
  return [...codes];
}

function operationId({ method, path }: Route): string {
  const words = path.split('/').filter((part) => part !== '' && part !== 'v1' && !part.startsWith(':'));
  return [method.toLowerCase(), ...words, ...(path.includes(':') ? ['of', path.split('/:').length - 1] : [])].join('_');
}

function securityOf(route: Route): Json[] {
  if (route.door === 'agent') return [{ agent: [] }];
  return route.session === 'required' ? [{ session: [] }] : [];
}

function parametersOf(route: Route): Json[] {
  const inPath = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const inQuery = Object.entries(route.query ?? {}).map(([name, description]) => ({
    name,
    in: 'query',
    schema: { type: 'string' },
    description,
  }));
  return [...inPath, ...inQuery, ...keyHeader(route)];
}

function keyHeader({ idempotency }: Route): Json[] {
  if (!idempotency) return [];
  return [
    {
      name: 'Idempotency-Key',
      in: 'header',
      required: idempotency === 'required',
      schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x20-\\x7e]+$' },
      description: 'Kept for 24 hours: the same key with the same body gives the first answer again.',
    },
  ];
}

function replayHeader({ idempotency }: Route): Json {
  if (!idempotency) return {};
  const description = '`true` where this answers a repeat.';
  return { headers: { 'Idempotency-Replayed': { schema: { type: 'string', const: 'true' }, description } } };
}

function requestBodyOf({ body, door }: Route): Json {
  if (!body) return door === 'human' ? multipartBody : rawBody;
  return { required: true, content: { 'application/json': { schema: body ? schemaOf(body) : {} } } };
}

const multipartBody = {
  required: true,
  content: {
    'multipart/form-data': {
      schema: { type: 'object', required: ['file'], properties: { file: { type: 'string', format: 'binary' } } },
    },
  },
};

const rawBody = { required: true, content: { '*/*': { schema: { type: 'string', format: 'binary' } } } };

/** Refusals by status, each with the codes that it may carry. */
function refusalsOf(route: Route): Record<string, Json> {
  const byStatus = new Map<number, RefusalCode[]>();
  for (const code of refusalCodesOf(route)) {
    const { status } = refusals[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries([...byStatus].map(([status, codes]) => [String(status), refusalAnswer(route, codes)]));
}

function refusalAnswer(route: Route, codes: readonly RefusalCode[]): Json {
  const requestId = route.door === 'human' ? 'requestId' : 'request_id';
  const schema = {
    type: 'object',
    required: ['error'],
    properties: {
      error: {
        type: 'object',
        required: ['code', 'message', requestId],
        properties: {
          code: { type: 'string', enum: codes },
          message: { type: 'string' },
          path: { type: 'string', description: 'A JSON Pointer into the request body.' },
          reason: { type: 'string', description: 'One token that says more.' },
          hint: { type: 'string', description: 'How to fix it.' },
          [requestId]: { type: 'string', description: 'The X-Request-Id of the answer.' },
        },
      },
    },
  };
  return {
    description: codes.map((code) => refusals[code].message).join(' '),
    content: { 'application/json': { schema } },
  };
}
