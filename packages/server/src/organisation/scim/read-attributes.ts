import { refuseScim, refuseValue } from './scim-error.ts';
import type { ScimEmail, UserAttributes } from './scim-user.ts';
import { attributeNamed, enterpriseUrn, ScimUser, userUrn } from './user-schema.ts';

/** A JSON object whose names are not looked at yet. */
export type JsonObject = Readonly<Record<string, unknown>>;

export type PartialAttributes = Partial<UserAttributes> & { readonly id?: string };

const namesMax = 200;
const schemasMax = 20;
/** Names that are members of every object. */
const prototypeNames = new Set(['__proto__', 'constructor', 'prototype']);

/** Returns a body as an object. Refuses names of prototypes at any depth, and two names that differ in case alone. */
export function readObject(body: unknown): JsonObject {
  if (!isObject(body)) return refuseScim(400, 'invalidSyntax', 'The body is a JSON object.');
  refuseStrangeNames(body);
  return body;
}

/** Reads the attributes that a body of POST or PUT has. What this server does not keep is left out. */
export function readAttributes(body: JsonObject): PartialAttributes {
  readSchemas(body['schemas']);
  const entries = Object.entries(body).flatMap(([name, value]): [string, unknown][] => {
    const kept = attributeNamed(name);
    return kept === null || kept === 'ignored' || value === null ? [] : [[kept, asSent(kept, value)]];
  });
  return coerced(Object.fromEntries(entries));
}

/** Returns attributes with the types of the schema. Refuses with `invalidValue` what has another type. */
export function coerced({ id, ...others }: JsonObject): PartialAttributes {
  const user = asUser(others);
  const names = Object.keys(others).filter((name) => user[name] !== undefined);
  return {
    ...Object.fromEntries(names.map((name) => [name, user[name]])),
    ...('emails' in others && { emails: (user['emails'] ?? []) as readonly ScimEmail[] }),
    ...(id !== undefined && { id: typeof id === 'string' ? id : refuseValue('id is a text.') }),
  };
}

function asUser(attributes: JsonObject): JsonObject {
  try {
    // A name that a body of PUT leaves out stays as it is, so the schema does not demand it here.
    return JSON.parse(JSON.stringify(new ScimUser({ userName: '-', ...attributes }))) as JsonObject;
  } catch (error) {
    return refuseValue(error instanceof Error ? error.message : 'A value has the wrong type.');
  }
}

/** Returns a value as the schema wants it: some directories send booleans as texts. */
export function asSent(name: string, value: unknown): unknown {
  if (name === 'active' || name === 'primary') return asBoolean(value);
  if (name === 'emails' && Array.isArray(value)) return value.map(emailAsSent);
  return value;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function emailAsSent(email: unknown): unknown {
  if (!isObject(email)) return email;
  const entries = Object.entries(email).filter(([, value]) => value !== null);
  return Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), asSent(name.toLowerCase(), value)]));
}

function asBoolean(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const lower = value.toLowerCase();
  return lower === 'true' ? true : lower === 'false' ? false : value;
}

function readSchemas(schemas: unknown): void {
  if (schemas === undefined || schemas === null) return;
  const isList = Array.isArray(schemas) && schemas.length <= schemasMax;
  if (!isList || !schemas.includes(userUrn))
    refuseScim(400, 'invalidSyntax', `A user has the schema ${userUrn}, and may have ${enterpriseUrn}.`);
}

function refuseStrangeNames(value: unknown): void {
  if (Array.isArray(value)) return value.forEach(refuseStrangeNames);
  if (!isObject(value)) return;
  const names = Object.keys(value);
  if (names.length > namesMax) refuseScim(400, 'invalidSyntax', `An object has at most ${namesMax} names.`);
  const strange = names.find((name) => prototypeNames.has(name.toLowerCase()));
  if (strange !== undefined) refuseScim(400, 'invalidSyntax', `A name is not allowed: ${strange}.`);
  if (new Set(names.map((name) => name.toLowerCase())).size !== names.length)
    refuseScim(400, 'invalidSyntax', 'A name is there twice in one object, in different case.');
  for (const name of names) refuseStrangeNames(value[name]);
}
