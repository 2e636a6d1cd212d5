import { refusals, statusOfRefusal, type RefusalCode, type RouteRow } from '@parley/protocol';
import { headers, withRequestId } from './headers.ts';
import { refusalCodesOf } from './refusal-codes.ts';
import { schemaRef, type Json } from './schemas.ts';

type Door = RouteRow['door'];

/** The two schemas of a refusal, in camel case and in snake case, and the closed list of codes. */
export const errorSchemas: Readonly<Record<string, Json>> = {
  Error: errorSchema('requestId', 'Every answer of /v1 outside of 2xx and 304.'),
  AgentError: errorSchema('request_id', 'Every answer of /hooks/v1 outside of 2xx.'),
  RefusalCode: {
    type: 'string',
    enum: Object.keys(refusals),
    description: 'What programs look at. docs/errors.md says of each when it comes, and how to fix what it is about.',
  },
};

/** Describes the refusals of a route by status. */
export function describeRefusals(route: RouteRow): Record<string, Json> {
  const byStatus = new Map<number, RefusalCode[]>();
  for (const code of refusalCodesOf(route)) {
    const status = statusOfRefusal(code, route);
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const answers = [...byStatus].map(([status, codes]): [string, Json] => [
    String(status),
    codes.length === 1
      ? { $ref: `#/components/responses/${responseName(route.door, codes)}` }
      : answer(route.door, codes),
  ]);
  return Object.fromEntries(answers);
}

/**
 * Returns the answers with a single code, which many operations share: `rate_limited`, and `hooks.rate_limited` for
 * agents.
 */
export function sharedRefusals(routes: readonly RouteRow[]): Record<string, Json> {
  const shared: Record<string, Json> = {};
  for (const { door, ...route } of routes)
    for (const code of refusalCodesOf({ door, ...route } as RouteRow))
      shared[responseName(door, [code])] ??= answer(door, [code]);
  return shared;
}

function responseName(door: Door, [code]: readonly RefusalCode[]): string {
  return door === 'human' ? `${code}` : `hooks.${code}`;
}

function answer(door: Door, codes: readonly RefusalCode[]): Json {
  const narrowed = { properties: { error: { properties: { code: { enum: codes } } } } };
  const [first = 'internal_error'] = codes;
  const requestId = '3f0c6b1e-8f1d-4c39-9a52-7b1f6d1f0a11';
  const error = { code: first, message: refusals[first].message };
  const example = { error: { ...error, [door === 'human' ? 'requestId' : 'request_id']: requestId } };
  return {
    description: codes.map((code) => `\`${code}\`: ${refusals[code].message}`).join(' '),
    headers: withRequestId(Object.assign({}, ...codes.map((code) => ownHeaders[code] ?? {})) as Json),
    content: {
      'application/json': {
        schema: { allOf: [schemaRef(door === 'human' ? 'Error' : 'AgentError'), narrowed] },
        example,
      },
    },
  };
}

/** Headers of certain refusals: the time to wait, the number of bytes. */
const ownHeaders: Readonly<Partial<Record<RefusalCode, Json>>> = {
  rate_limited: headers('Retry-After'),
  overloaded: headers('Retry-After'),
  database_unavailable: headers('Retry-After'),
  database_read_only: headers('Retry-After'),
  storage_full: headers('Retry-After'),
  range_not_satisfiable: headers('Content-Range'),
};

function errorSchema(requestId: string, description: string): Json {
  return {
    type: 'object',
    description,
    required: ['error'],
    properties: {
      error: {
        type: 'object',
        required: ['code', 'message', requestId],
        properties: {
          code: schemaRef('RefusalCode'),
          message: { type: 'string', description: 'One sentence for a person; it may change.' },
          path: { type: 'string', description: 'A JSON Pointer into the request body.' },
          reason: { type: 'string', description: 'One token that says more.' },
          hint: { type: 'string', description: 'How to fix it.' },
          [requestId]: { type: 'string', description: 'The X-Request-Id of the answer.' },
        },
      },
    },
  };
}
