import { closestName, didYouMean, knownFields, type Refusal, type RouteRow } from '@parley/protocol';
import { z } from 'zod';
import { Refused, refuse } from '../../platform/routing/refusal.ts';
import { isJson } from './media-type.ts';
import { parseStrictJson } from './strict-json.ts';

/**
 * Parses a request body by its schema. Refuses with the JSON Pointer of the first fault. No body counts as an empty
 * object if the schema's members are all optional; a schema of any value, as for the answers to a form, needs a body.
 */
export function readBody(bytes: Uint8Array | undefined, schema: z.ZodType): unknown {
  if (bytes === undefined || bytes.length === 0) {
    const nothing = schema instanceof z.ZodObject ? schema.safeParse({}) : null;
    if (nothing?.success) return nothing.data;
    throw new Refused({ code: 'malformed_request', message: 'The request needs a JSON body.', path: '' });
  }
  const parsed = parseStrictJson(bytes);
  if (!parsed.ok) throw new Refused({ path: '', ...parsed.refusal });
  const result = schema.safeParse(parsed.value);
  if (!result.success) throw new Refused(asRefusal(result.error.issues, parsed.value, schema));
  return result.data;
}

/** Reads the body that a route's row names. If it names none, accepts no body or `{}`, of any media type. */
export function readRowBody(
  row: Pick<RouteRow, 'body'>,
  request: Parameters<typeof isJson>[0],
  bytes: Uint8Array | undefined,
): unknown {
  if (row.body === undefined) return void readBody(bytes, noMembers);
  if (bytes && bytes.length > 0 && !isJson(request)) refuse('unsupported_media_type');
  return readBody(bytes, row.body);
}

const noMembers = z.strictObject({});

function asRefusal(issues: readonly z.core.$ZodIssue[], value: unknown, schema: z.ZodType): Refusal {
  const hasStranger = issues.some(({ code }) => code === 'unrecognized_keys');
  // What a body lacks as a whole may be what was meant by a field that is misspelt.
  const isOfWhole = ({ code, path }: z.core.$ZodIssue) => code === 'custom' && path.length === 0;
  const issue =
    issues.find((candidate) => candidate.code !== 'unrecognized_keys' && !(hasStranger && isOfWhole(candidate))) ??
    issues.find(({ code }) => code === 'unrecognized_keys') ??
    issues[0];
  if (!issue) return { code: 'malformed_request' };
  if (issue.code === 'unrecognized_keys') {
    const field = issue.keys[0] ?? '';
    return {
      code: 'malformed_request',
      message: `This call takes no field ${JSON.stringify(field)} here.`,
      path: pointer([...issue.path, field]),
      hint: `${didYouMean(field, knownFields(schema, issue.path))}Leave it out; unknown fields are refused so that a slip of spelling is not lost.`,
    };
  }
  if (issue.code === 'invalid_union') return unionRefusal(issue, value, schema);
  const given = valueAt(value, issue.path);
  const missing = (issue.code === 'invalid_type' || issue.code === 'invalid_value') && given === undefined;
  const hint = (missing ? misspelt(issues, issue.path) : undefined) ?? hintOf(issue, given);
  return {
    code: 'malformed_request',
    message: missing ? 'A required field is missing.' : `${issue.message.replace(/\.$/, '')}.`,
    path: pointer(issue.path),
    ...(hint === undefined ? {} : { hint }),
  };
}

function hintOf(issue: z.core.$ZodIssue, given: unknown): string | undefined {
  if (issue.code === 'invalid_value') {
    const names = issue.values.map(String);
    return names.length === 1
      ? `Send ${names[0] ?? ''}.`
      : `${didYouMean(given, names)}Send one of ${names.join(', ')}.`;
  }
  const hint: unknown = issue.code === 'custom' ? issue.params?.['hint'] : undefined;
  return typeof hint === 'string' ? hint : undefined;
}

/** Suggests the field name that was meant, if the body has a field with a similar name. */
function misspelt(issues: readonly z.core.$ZodIssue[], path: readonly PropertyKey[]): string | undefined {
  const name = String(path.at(-1));
  const parent = pointer(path.slice(0, -1));
  const strangers = issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' && pointer(issue.path) === parent ? issue.keys : [],
  );
  const written = strangers.find((key) => closestName(key, [name]) !== null);
  return written === undefined ? undefined : `There is a field ${JSON.stringify(written)}: did you mean "${name}"?`;
}

/** Reports the union branch that is closest: the one with the deepest first fault. */
function unionRefusal(issue: z.core.$ZodIssueInvalidUnion, value: unknown, schema: z.ZodType): Refusal {
  const branches = issue.errors.filter((branch) => branch.length > 0);
  const nearest = branches.sort((a, b) => a.length - b.length)[0];
  if (!nearest) return { code: 'malformed_request', message: issue.message, path: pointer(issue.path) };
  return asRefusal(
    nearest.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] })),
    value,
    schema,
  );
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let at = value;
  for (const key of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined;
    at = (at as Record<PropertyKey, unknown>)[key];
  }
  return at;
}

/** Returns a JSON Pointer (RFC 6901). */
function pointer(path: readonly PropertyKey[]): string {
  return path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
