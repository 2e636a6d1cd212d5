import { isPlainText } from './plain-text.ts';
import { refuseScim } from './scim-error.ts';
import { attributeNamed, userUrn } from './user-schema.ts';

/** What a filter asks for: the person with this value. */
export interface Lookup {
  readonly by: 'id' | 'userName' | 'externalId' | 'email';
  readonly value: string;
}

const filterCharacters = 600;

/** One comparison. Its parts have no choice of how to match, so that the time grows with the length alone. */
const comparison =
  /^\s*([A-Za-z][\w:.$-]*)((?:\[\s*type\s+eq\s+"\w{1,32}"\s*\])?(?:\.value)?)\s+([A-Za-z]{2})(?:\s+(\S.*))?$/is;

/**
 * Reads a filter. This server takes one comparison, `eq`, of an attribute that has an index: directories look up a
 * person so before they make one. Refuses any other with `invalidFilter`, because it would read all people.
 */
export function parseFilter(text: string): Lookup {
  if (text.length > filterCharacters) return refuseFilter(`A filter has at most ${filterCharacters} characters.`);
  const [, name = '', sub = '', operator = '', operand = ''] = comparison.exec(text) ?? [];
  const by = lookupOf(withoutUrn(name), sub);
  if (by === null) return refuseFilter('A filter is one comparison of userName, externalId, id or emails.value.');
  if (operator.toLowerCase() !== 'eq') return refuseFilter('The only comparison that a filter may have is eq.');
  return { by, value: textOf(operand.trim()) };
}

function withoutUrn(name: string): string {
  return name.toLowerCase().startsWith(`${userUrn.toLowerCase()}:`) ? name.slice(userUrn.length + 1) : name;
}

function lookupOf(name: string, sub: string): Lookup['by'] | null {
  if (/^emails(\.value)?$/i.test(name)) return 'email';
  if (sub !== '') return null;
  const attribute = attributeNamed(name);
  return attribute === 'id' || attribute === 'userName' || attribute === 'externalId' ? attribute : null;
}

/** Reads the JSON string of a filter. */
function textOf(operand: string): string {
  let value: unknown;
  try {
    value = JSON.parse(operand);
  } catch {
    return refuseFilter('A filter compares with one text in double quotes.');
  }
  if (typeof value !== 'string') return refuseFilter('A filter compares with one text in double quotes.');
  // No text that a database cannot hold was ever written.
  return isPlainText(value) ? value : refuseFilter('A filter compares with plain text.');
}

function refuseFilter(detail: string): never {
  return refuseScim(400, 'invalidFilter', detail);
}
