import { refuseValue } from './scim-error.ts';
import { userUrn } from './user-schema.ts';

const charactersMax = 2_000;
/** Attributes that every answer has. */
const always = new Set(['schemas', 'id']);

/**
 * Leaves out the attributes that a request excludes, or those that it does not name. A part of an attribute stands for
 * all of it.
 */
export function pickAttributes(
  user: Readonly<Record<string, unknown>>,
  { attributes, excluded }: { readonly attributes: string | null; readonly excluded: string | null },
): Readonly<Record<string, unknown>> {
  if (attributes === null && excluded === null) return user;
  const wanted = attributes === null ? null : namesIn(attributes);
  const unwanted = wanted === null ? namesIn(excluded ?? '') : new Set<string>();
  return Object.fromEntries(
    Object.entries(user).filter(([name]) => {
      const lower = name.toLowerCase();
      return always.has(lower) || (wanted === null ? !unwanted.has(lower) : wanted.has(lower));
    }),
  );
}

function namesIn(list: string): ReadonlySet<string> {
  if (list.length > charactersMax) return refuseValue(`A list of attributes has at most ${charactersMax} characters.`);
  const names = list.split(',').map((name) => name.trim().toLowerCase());
  const prefix = `${userUrn.toLowerCase()}:`;
  return new Set(names.map((name) => (name.startsWith(prefix) ? name.slice(prefix.length) : name).split('.')[0] ?? ''));
}
