import { limits, type RouteName, type RouteRow } from '@parley/protocol';
import { bodyExamples } from './examples/bodies.ts';
import type { Json, NamedSchemas } from './schemas.ts';

/** Describes the body of a call. Returns no members if it has none. */
export function describeBody(name: RouteName, { body, takes, door }: RouteRow, schemas: NamedSchemas): Json {
  if (takes === 'file') return { requestBody: door === 'human' ? multipartBody : rawBody };
  if (!body) return {};
  const example = (bodyExamples as Readonly<Record<string, unknown>>)[name];
  const content = { 'application/json': { schema: schemas.describe(body), example } };
  return { requestBody: { required: !isOptional(body), content } };
}

/** Returns whether the body may be left out: if no member of an object is required, no body means an empty object. */
function isOptional(body: NonNullable<RouteRow['body']>): boolean {
  return body.safeParse({}).success && !body.safeParse([]).success;
}

const mebibytes = limits.uploadBytes / 1024 / 1024;

const multipartBody = {
  required: true,
  content: {
    'multipart/form-data': {
      schema: {
        type: 'object',
        required: ['file'],
        properties: {
          file: { type: 'string', format: 'binary', description: `The file, of 1 byte to ${mebibytes} MiB.` },
        },
      },
    },
  },
};

const rawBody = {
  required: true,
  description: `The raw bytes, 1 byte to ${mebibytes} MiB. Their type is read from the bytes, whatever Content-Type says.`,
  content: { '*/*': { schema: { type: 'string', format: 'binary' } } },
};
