import type { IncomingHttpHeaders } from 'node:http';

/** Returns whether a request declares its body as JSON. */
export function isJson({ headers }: { readonly headers: IncomingHttpHeaders }): boolean {
  return /^application\/json\s*(?:;|$)/i.test(headers['content-type'] ?? '');
}
