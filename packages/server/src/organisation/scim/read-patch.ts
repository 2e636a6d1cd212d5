import { Messages } from 'scimmy';
import { asSent, isObject, type JsonObject } from './read-attributes.ts';
import { refuseScim } from './scim-error.ts';
import { attributeNamed, enterpriseUrn, userUrn, type KeptName } from './user-schema.ts';

/** One change of one attribute. */
export interface Operation {
  readonly op: 'add' | 'remove' | 'replace';
  readonly path: KeptName;
  /** The type of the entries of `emails` that it is for, in lower case. */
  readonly filter: string | null;
  /** The part of the attribute. */
  readonly sub: string | null;
  readonly value?: unknown;
}

/** An operation as it was sent, with a path. */
interface Sent {
  readonly op: Operation['op'];
  readonly path: string;
  readonly value: unknown;
}

/** Operations as they are sent, and those on what is kept: each of these costs the server a copy of the user. */
const operationsMax = 100;
const keptMax = 40;
const pathCharacters = 200;

/**
 * Reads a body of PATCH: names of operations in any case, operations without a path as one for each name of their
 * value. Operations on what this server does not keep are left out.
 */
export function readPatch(body: JsonObject): Operation[] {
  const member = (wanted: string): unknown =>
    Object.entries(body).find(([name]) => name.toLowerCase() === wanted)?.[1] ?? undefined;
  const schemas = member('schemas');
  if (schemas !== undefined && !(Array.isArray(schemas) && schemas.includes(Messages.PatchOp.id)))
    refuseScim(400, 'invalidSyntax', `A body of PATCH has the schema ${Messages.PatchOp.id}.`);
  const operations = member('operations');
  if (!Array.isArray(operations) || operations.length === 0)
    return refuseScim(400, 'invalidSyntax', 'A body of PATCH has Operations, at least one.');
  if (operations.length > operationsMax) return refuseTooMany();
  const sent = operations.flatMap(readOperation);
  if (sent.length > operationsMax) return refuseTooMany();
  const kept = sent.flatMap(readPath);
  return kept.length > keptMax ? refuseTooMany() : kept;
}

function refuseTooMany(): never {
  return refuseScim(
    413,
    'tooMany',
    `A body of PATCH has at most ${operationsMax} operations, ${keptMax} of them on what this server keeps.`,
  );
}

function readOperation(operation: unknown): Sent[] {
  if (!isObject(operation)) return refuseScim(400, 'invalidSyntax', 'An operation is an object.');
  const { op: name, path, value } = operation;
  const op = typeof name === 'string' ? name.toLowerCase() : name;
  if (op !== 'add' && op !== 'remove' && op !== 'replace')
    return refuseScim(400, 'invalidSyntax', 'The op of an operation is add, remove or replace.');
  if (path !== undefined && path !== null) {
    if (typeof path !== 'string') return refuseScim(400, 'invalidPath', 'A path is a text.');
    return [{ op, path, value }];
  }
  if (op === 'remove') return refuseScim(400, 'noTarget', 'An operation that removes has a path.');
  if (!isObject(value)) return refuseScim(400, 'invalidValue', 'An operation without a path has an object as value.');
  return Object.entries(value).map(([inner, of]) => ({ op, path: inner, value: of }));
}

/** A path in the forms that directories send. Each part matches in one way, so that the time grows with the length. */
const form = /^([A-Za-z][\w$-]*)(?:\[\s*type\s+eq\s+"([\w-]{1,32})"\s*\])?(?:\.([A-Za-z]\w*))?$/i;

const subsOf: Readonly<Partial<Record<KeptName, readonly string[]>>> = {
  name: ['formatted', 'givenName', 'familyName'],
  emails: ['value', 'type', 'primary', 'display'],
};

/** Parts of a name that are not kept. */
const otherParts = new Set(['middlename', 'honorificprefix', 'honorificsuffix']);

function readPath({ op: sent, path: text, value: given }: Sent): Operation[] {
  const invalid = (): never => refuseScim(400, 'invalidPath', 'The path of an operation names no attribute of a user.');
  if (text.length > pathCharacters) return invalid();
  const lower = text.toLowerCase();
  if (lower === enterpriseUrn.toLowerCase() || lower.startsWith(`${enterpriseUrn.toLowerCase()}:`)) return [];
  const plain = lower.startsWith(`${userUrn.toLowerCase()}:`) ? text.slice(userUrn.length + 1) : text;
  const [, name = '', filter, part] = form.exec(plain) ?? [];
  // Filters of attributes that are not kept have forms of their own.
  if (attributeNamed(/^[\w$-]*/.exec(plain)?.[0] ?? '') === 'ignored') return [];
  const path = attributeNamed(name);
  if (path === null || path === 'ignored' || (filter !== undefined && path !== 'emails')) return invalid();
  const sub = part === undefined ? null : subsOf[path]?.find((known) => known.toLowerCase() === part.toLowerCase());
  if (sub === undefined) return path === 'name' && otherParts.has(part?.toLowerCase() ?? '') ? [] : invalid();
  const value = asSent(sub ?? path, unwrapped(path, given));
  // A value of null, and replacing by nothing, remove.
  const op = sent !== 'remove' && (value === null || (sent === 'replace' && value === undefined)) ? 'remove' : sent;
  if (op === 'add' && value === undefined)
    return refuseScim(400, 'invalidValue', 'An operation that adds has a value.');
  if (op === 'remove' && (path === 'userName' || path === 'active'))
    return refuseScim(400, 'invalidValue', `${path} cannot be removed.`);
  return [{ op, path, filter: filter?.toLowerCase() ?? null, sub, ...(value != null && { value }) }];
}

/** Older requests of Entra wrap one value: `[{"value": "x"}]`. */
function unwrapped(path: KeptName, value: unknown): unknown {
  if (path === 'emails' || path === 'name' || !Array.isArray(value) || value.length !== 1) return value;
  const [only] = value as unknown[];
  return isObject(only) && 'value' in only ? asSent(path, only['value']) : value;
}
