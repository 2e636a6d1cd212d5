import { limits, type Refusal } from '@parley/protocol';

export type Parsed = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly refusal: Refusal };

/**
 * Parses JSON bytes strictly: valid UTF-8, no byte-order mark, no duplicate key in an object, and a limited depth.
 *
 * JSON.parse does the work. Duplicate keys are found by a count: the text must have as many colons outside strings as
 * the parsed value has members, or one was overwritten.
 */
export function parseStrictJson(bytes: Uint8Array): Parsed {
  let text: string;
  let value: unknown;
  try {
    text = utf8.decode(bytes);
  } catch {
    return malformed('The body is not valid UTF-8.');
  }
  const shape = scan(text);
  if (shape.depth > limits.jsonDepth) return malformed(`The body is nested deeper than ${limits.jsonDepth} levels.`);
  try {
    value = JSON.parse(text);
  } catch {
    return malformed('The body is not valid JSON.');
  }
  if (countMembers(value) !== shape.members) return malformed('The body has a key twice in one object.');
  const path = suspectEscape.test(text) ? pathOfBadText(value, '') : null;
  if (path !== null) return malformed('A string holds a NUL character or half a surrogate pair.', path);
  return { ok: true, value };
}

/** Escapes that may give a string that no database stores: NUL and unpaired surrogates. */
const suspectEscape = /\\u(?:0000|d[89a-f])/i;

const loneSurrogate = /\p{Surrogate}/u;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function malformed(message: string, path?: string): Parsed {
  return { ok: false, refusal: { code: 'malformed_request', message, ...(path === undefined ? {} : { path }) } };
}

function pathOfBadText(value: unknown, path: string): string | null {
  if (typeof value === 'string') return value.includes('\0') || loneSurrogate.test(value) ? path : null;
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, child] of Object.entries(value)) {
    const here = `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const bad = pathOfBadText(key, path) ?? pathOfBadText(child, here);
    if (bad !== null) return bad;
  }
  return null;
}

/** Counts colons outside strings, and the maximum depth. */
function scan(text: string): { members: number; depth: number } {
  let members = 0;
  let depth = 0;
  let deepest = 0;
  for (let i = 0; i < text.length; i++) {
    switch (text.charCodeAt(i)) {
      case 0x22: // A string: skips to the quote that ends it.
        for (i++; i < text.length && text.charCodeAt(i) !== 0x22; i++) if (text.charCodeAt(i) === 0x5c) i++;
        break;
      case 0x3a:
        members++;
        break;
      case 0x7b:
      case 0x5b:
        deepest = Math.max(deepest, ++depth);
        break;
      case 0x7d:
      case 0x5d:
        depth--;
        break;
    }
  }
  return { members, depth: deepest };
}

function countMembers(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const children: unknown[] = Array.isArray(value) ? value : Object.values(value);
  let count = Array.isArray(value) ? 0 : children.length;
  for (const child of children) count += countMembers(child);
  return count;
}
