import type { RequestError } from '../../api/request.ts';
import { manifestFileWords as words } from '../../words/agents.ts';

/** Parses a manifest from a file's text. The server validates the content. */
export function parseManifest(text: string): { readonly manifest: object } | { readonly complaint: string } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { complaint: words.notJson((error as Error).message) };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { complaint: words.notObject };
  return { manifest: value };
}

export interface Fault {
  /** The place in the file, as a JSON Pointer. */
  readonly pointer: string;
  readonly message: string;
  /** The value at that place, as JSON; undefined if there is no value. */
  readonly found: string | undefined;
}

/** Returns the place of the server's error in the file; null if the error names no place. */
export function faultOf(error: RequestError, text: string): Fault | null {
  const pointer = error.code === 'handle_taken' ? '/handle' : error.path?.replace(/^\/manifest(?=\/|$)/, '');
  if (pointer === undefined) return null;
  const parsed = parseManifest(text);
  const found = 'manifest' in parsed ? at(parsed.manifest, pointer) : undefined;
  const message = [error.message, error.hint].filter(Boolean).join(' ');
  return { pointer: pointer === '' ? '/' : pointer, message, found: JSON.stringify(found)?.slice(0, 300) };
}

function at(value: unknown, pointer: string): unknown {
  const names = pointer.split('/').slice(1);
  return names.reduce<unknown>((part, name) => {
    const key = name.replaceAll('~1', '/').replaceAll('~0', '~');
    return typeof part === 'object' && part !== null ? (part as Record<string, unknown>)[key] : undefined;
  }, value);
}
