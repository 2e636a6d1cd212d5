import { jsonPointer, knownFields, schemaFault } from '@parley/protocol';
import type { z } from 'zod';

/** One thing that is wrong with a document. */
export interface Problem {
  /** A JSON Pointer (RFC 6901) into the document; empty for the whole. */
  readonly pointer: string;
  /** One token, such as `missing_field`. */
  readonly reason: string;
  /** One sentence that says what is wrong. */
  readonly message: string;
  /** How to mend it. */
  readonly hint: string;
  /** What would pass and is nearest to what stands there; null where nothing is near. */
  readonly example: unknown;
}

/** What a document was taken for, and what is wrong with it. */
export interface Verdict {
  readonly kind: DocumentKind;
  readonly valid: boolean;
  readonly problems: readonly Problem[];
}

/** What `validate` knows. */
export type DocumentKind = 'blocks' | 'manifest' | 'envelope';

/** All that a schema finds wrong with a value, each thing once; `at` is the value's position in the document. */
export function problemsOf(
  schema: z.ZodType,
  value: unknown,
  at: string,
  exampleFor: (fields: readonly string[]) => unknown,
): Problem[] {
  const { error } = schema.safeParse(value);
  const issues = (error?.issues ?? []).flatMap(eachKey);
  const example = issues.length === 0 ? null : exampleFor(issues.map(topField));
  return issues.map((issue) => {
    const { path, reason, message, hint } = faultOf(schema, issue, value);
    return { pointer: at + jsonPointer(path), reason, message, hint, example };
  });
}

type Issue = z.core.$ZodIssue;

/** One issue a field, where several do not belong there. */
function eachKey(issue: Issue): Issue[] {
  return issue.code === 'unrecognized_keys' ? issue.keys.map((key) => ({ ...issue, keys: [key] })) : [issue];
}

const topField = (issue: Issue) =>
  String(issue.code === 'unrecognized_keys' && issue.path.length === 0 ? issue.keys[0] : issue.path[0]);

function faultOf(schema: z.ZodType, issue: Issue, value: unknown) {
  if (issue.code !== 'custom') return schemaFault([issue], value, (path) => knownFields(schema, path));
  const hint: unknown = issue.params?.['hint'];
  const reason = valueAt(value, issue.path) === undefined ? 'missing_field' : 'not_allowed';
  return { path: issue.path, reason, message: issue.message, hint: typeof hint === 'string' ? hint : issue.message };
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((inner, key) => (inner as Record<PropertyKey, unknown> | undefined)?.[key], value);
}
