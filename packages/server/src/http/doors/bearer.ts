import type { FastifyRequest } from 'fastify';

/**
 * Returns the value of `Authorization: Bearer`, or null without such a header. The scheme is case-insensitive. Browsers
 * never send this header on their own, so a request with it cannot be forged by another site.
 */
export function readBearer({ headers }: Pick<FastifyRequest, 'headers'>): string | null {
  const match = /^bearer(?:[ \t]+(.*))?$/is.exec(headers.authorization ?? '');
  return match && (match[1] ?? '').trim();
}

/** Returns whether a text has the form of a token. Other texts are not looked up. */
export function isToken(text: string): boolean {
  return /^pat_[\w-]{43}$/.test(text);
}
