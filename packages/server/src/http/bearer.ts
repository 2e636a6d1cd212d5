import type { FastifyRequest } from 'fastify';

/**
 * What a request shows as `Authorization: Bearer`, a token or not; null where it has no such header. Schemes have no case. A browser
 * sends none of itself, so what comes with one is nobody's doing but the caller's, whatever page it comes from.
 */
export function readBearer({ headers }: Pick<FastifyRequest, 'headers'>): string | null {
  const match = /^bearer(?:[ \t]+(.*))?$/is.exec(headers.authorization ?? '');
  return match && (match[1] ?? '').trim();
}

/** Whether a text has the form of a token; no other is looked up. */
export function isToken(text: string): boolean {
  return /^pat_[\w-]{43}$/.test(text);
}
