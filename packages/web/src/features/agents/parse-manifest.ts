import type { RequestError } from '../../api/request.ts';
import { manifestFileWords as words } from '../../words/agents.ts';

/** Reads a manifest out of a file's text. What is in it is the server's to judge. */
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
  /** Where in the file, as a JSON Pointer. */
  readonly pointer: string;
  readonly message: string;
  /** What stands there, as JSON; not there where nothing does. */
  readonly found: string | undefined;
}

/** Where in the file the fault is that the server named; null where it named none. */
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
