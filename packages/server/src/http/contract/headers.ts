import type { Json } from './schemas.ts';

/** Response headers, which the document defines once. */
export const headerComponents: Readonly<Record<string, Json>> = {
  'X-Request-Id': stringHeader('Names the request; tell it to the operator when you ask for help.', { required: true }),
  'Retry-After': {
    description: 'After how many seconds to try again.',
    required: true,
    schema: { type: 'integer', minimum: 0 },
  },
  'Idempotency-Replayed': {
    description: 'There where this answers a repeat.',
    schema: { type: 'string', const: 'true' },
  },
  'Set-Cookie': stringHeader('The session, or its end; cookies of a sign-in by a provider.'),
  Location: stringHeader('Where the browser goes.', { required: true }),
  ETag: stringHeader('A strong tag of the bytes, for If-None-Match and If-Range.', { required: true }),
  'Accept-Ranges': {
    description: 'Ranges may be asked for.',
    required: true,
    schema: { type: 'string', const: 'bytes' },
  },
  'Content-Range': stringHeader('`bytes <first>-<last>/<size>`; of a range that lies outside, `bytes */<size>`.', {
    required: true,
  }),
  'Content-Disposition': stringHeader(
    '`inline` for pictures, sounds and films, else `attachment`; with the file’s name.',
    {
      required: true,
    },
  ),
};

/** Returns the headers of an answer, including the request's id. */
export function withRequestId(names: Json = {}): Json {
  return { ...headers('X-Request-Id'), ...names };
}

/** Returns references to headers that the document defines once. */
export function headers(...names: string[]): Record<string, Json> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function stringHeader(description: string, more: Json = {}): Json {
  return { description, ...more, schema: { type: 'string' } };
}
