import { idPrefixes, limits, type IdKind, type RouteRow } from '@parley/protocol';
import type { z } from 'zod';
import { idPattern } from './id-pattern.ts';
import type { Json, NamedSchemas } from './schemas.ts';

/** Request headers that several calls take, which the document defines once. */
export const parameterComponents: Readonly<Record<string, Json>> = {
  IdempotencyKey: keyHeader(false),
  RequiredIdempotencyKey: keyHeader(true),
  Range: header('Range', 'One range of bytes, such as `bytes=0-1023`; of several, all is sent.'),
  IfNoneMatch: header('If-None-Match', 'Tags of what is there already; where one still fits, the answer is 304.'),
  IfRange: header('If-Range', 'The tag that the range is of; where it does not fit, all is sent.'),
  XParleyUser: {
    ...header(
      'X-Parley-User',
      'The id of the person whose call this is. Any other id than the caller’s is 409 `other_session`.',
    ),
    schema: idPattern('user'),
  },
  XFilename: header('X-Filename', 'What the file is called: printable ASCII, or percent-encoded UTF-8.'),
};

/** Describes the parameters of a call: path, query and headers. */
export function describeParameters(route: RouteRow, schemas: NamedSchemas): Json[] {
  const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: pathSchema(name),
  }));
  const inQuery = Object.entries(route.query?.shape ?? {}).map(([name, field]) => {
    const { description, isNeeded, ...schema } = schemas.describe(field as z.ZodType);
    return { name, in: 'query', ...(isNeeded === true ? { required: true } : {}), schema, description };
  });
  return [...inPath, ...inQuery, ...inHeaders(route).map((name) => ({ $ref: `#/components/parameters/${name}` }))];
}

/** Returns whether a call answers with the bytes of a file. */
export function servesFile({ answer }: RouteRow): boolean {
  return answer.media === '*/*';
}

function inHeaders(route: RouteRow): string[] {
  return [...(route.door === 'human' && route.session === 'required' ? ['XParleyUser'] : []), ...ownHeaders(route)];
}

function ownHeaders(route: RouteRow): string[] {
  if (route.idempotency) return [route.idempotency === 'required' ? 'RequiredIdempotencyKey' : 'IdempotencyKey'];
  if (servesFile(route)) return ['Range', 'IfNoneMatch', 'IfRange'];
  return route.takes === 'file' && route.door === 'agent' ? ['XFilename'] : [];
}

/**
 * Returns the schema of a path parameter. `agentId` is the id of an agent, and so on; a member is a person or an agent, the
 * target of a hold a person or a conversation.
 */
function pathSchema(name: string): Json {
  if (name === 'memberId') return { anyOf: [idPattern('agent'), idPattern('user')] };
  if (name === 'targetId') return { anyOf: [idPattern('user'), idPattern('conversation')] };
  if (name === 'emoji') return { type: 'string', minLength: 1, pattern: '^\\p{Emoji}' };
  if (name === 'providerId') return { type: 'string', pattern: '^[a-z0-9][a-z0-9-]{0,31}$' };
  const kind = name === 'grantId' ? 'standingGrant' : name.replace(/Id$/, '');
  return kind in idPrefixes ? idPattern(kind as IdKind) : { type: 'string', minLength: 1 };
}

function header(name: string, description: string): Json {
  return { name, in: 'header', schema: { type: 'string' }, description };
}

function keyHeader(required: boolean): Json {
  return {
    name: 'Idempotency-Key',
    in: 'header',
    required,
    schema: { type: 'string', minLength: 1, maxLength: limits.idempotencyKeyCharacters, pattern: '^[\\x20-\\x7e]+$' },
    description: `Kept for ${limits.idempotencyHours} hours: the same key with the same body gives the first answer again.`,
    example: '6f8a0e0c-4a1b-4bb0-9f0e-2d8d1f3c5b7a',
  };
}
