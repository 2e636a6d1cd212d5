import type { IncomingHttpHeaders } from 'node:http';

/** Whether a request says that its body is JSON. */
export function isJson({ headers }: { readonly headers: IncomingHttpHeaders }): boolean {
  return /^application\/json\s*(?:;|$)/i.test(headers['content-type'] ?? '');
}
