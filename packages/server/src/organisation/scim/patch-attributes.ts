import { Messages } from 'scimmy';
import { readPatch, type Operation } from './read-patch.ts';
import { coerced, isObject, type JsonObject, type PartialAttributes } from './read-attributes.ts';
import { refuseScim, type ScimError, type ScimType } from './scim-error.ts';
import type { ScimEmail, UserAttributes } from './scim-user.ts';
import { ScimUser } from './user-schema.ts';

const emailsMax = 10;

/** Returns the attributes that a body of PATCH makes of these. A name that is missing then was removed. */
export async function patchAttributes(before: UserAttributes, body: JsonObject): Promise<PartialAttributes> {
  let now: JsonObject = { ...before };
  for (const operation of readPatch(body)) now = withOnePrimary(now, await apply(now, operation));
  return coerced(now);
}

async function apply(now: JsonObject, operation: Operation): Promise<JsonObject> {
  const { op, path, value } = adapted(emailsOf(now), operation);
  if (op === 'none') return now;
  try {
    const patch = new Messages.PatchOp({
      schemas: [Messages.PatchOp.id],
      Operations: [{ op, path, ...(value !== undefined && { value }) }],
    });
    // It answers undefined where nothing changes.
    const changed = (await patch.apply(new ScimUser(now))) as ScimUser | undefined;
    return changed === undefined ? now : kept(JSON.parse(JSON.stringify(changed)) as JsonObject);
  } catch (error) {
    return refusePatch(error);
  }
}

/**
 * Rewrites what directories send for the one address that is kept. A path with a filter that finds no entry makes one,
 * as Entra expects; `remove` with a value removes the entries with that value.
 */
function adapted(
  emails: readonly ScimEmail[],
  { op, path, filter, sub, value }: Operation,
): { readonly op: Operation['op'] | 'none'; readonly path: string; readonly value?: unknown } {
  if (filter === null) {
    if (path === 'emails' && op === 'remove' && value !== undefined) return withoutEmails(emails, value);
    return { op, path: sub === null ? path : `${path}.${sub}`, value };
  }
  const isThere = emails.some((email) => email.type?.toLowerCase() === filter);
  const type = emails.find((email) => email.type?.toLowerCase() === filter)?.type ?? filter;
  if (isThere) return { op, path: `emails[type eq "${type}"]${sub === null ? '' : `.${sub}`}`, value };
  if (op === 'remove') return { op: 'none', path };
  const entry = sub === null ? value : { [sub]: value };
  if (!isObject(entry)) return refuseScim(400, 'invalidValue', 'An entry of emails is an object.');
  return { op: 'add', path: 'emails', value: [{ type, ...entry }] };
}

function withoutEmails(emails: readonly ScimEmail[], value: unknown) {
  const gone = new Set(
    (Array.isArray(value) ? value : [value]).map((entry: unknown) => (isObject(entry) ? entry['value'] : entry)),
  );
  const left = emails.filter((email) => !gone.has(email.value));
  if (left.length === 0) return { op: 'remove' as const, path: 'emails' };
  return { op: 'replace' as const, path: 'emails', value: left };
}

/** An entry that became primary takes that from the one before it. */
function withOnePrimary(before: JsonObject, now: JsonObject): JsonObject {
  const emails = emailsOf(now);
  if (emails.length > emailsMax) return refuseScim(413, 'tooMany', `A user has at most ${emailsMax} emails.`);
  const old = emailsOf(before).find(({ primary }) => primary === true);
  const isNew = emails.some((email) => email.primary === true && email.value !== old?.value);
  if (old === undefined || !isNew) return now;
  return {
    ...now,
    emails: emails.map((email) => (email.value === old.value ? { ...email, primary: false } : email)),
  };
}

function emailsOf(attributes: JsonObject): readonly ScimEmail[] {
  const { emails } = attributes;
  return Array.isArray(emails) ? (emails as readonly ScimEmail[]) : [];
}

function kept({ schemas: _schemas, meta: _meta, ...others }: JsonObject): JsonObject {
  return others;
}

const statuses: ReadonlySet<number> = new Set<ScimError['status']>([400, 403, 404, 409, 413]);

/** The library's own refusals carry a status and a kind; anything else that it throws is about a value. */
function refusePatch(error: unknown): never {
  const { status, scimType, message } = error as { status?: number; scimType?: ScimType; message?: string };
  const detail = message ?? 'An operation cannot be applied.';
  if (status !== undefined && statuses.has(status))
    return refuseScim(status as ScimError['status'], scimType ?? null, detail);
  return refuseScim(400, 'invalidValue', detail);
}
