import type { FastifyRequest } from 'fastify';
import type { Config } from '../settings/config.ts';

/**
 * Whether an unsafe request comes from another site. Browsers say so in Sec-Fetch-Site and name the page's origin in Origin; what
 * either says against a request counts. A client that sends neither is no browser, and carries no one else's cookies.
 */
export function isCrossSite(request: FastifyRequest, config: Pick<Config, 'baseUrl'>): boolean {
  if (request.method === 'GET' || request.method === 'HEAD') return false;
  const { 'sec-fetch-site': site, origin } = request.headers;
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true;
  return origin !== undefined && !isOwn(origin, request, config.baseUrl);
}

/** Scheme, host and port are those of the public URL, or of the address that the request was made to. */
function isOwn(origin: string, { protocol, host }: FastifyRequest, baseUrl: string | null): boolean {
  const given = originIn(origin);
  if (given === null) return false;
  const asked = originIn(`${protocol}://${host}`);
  // A page that came over plain http is nobody's own where the server is reached by https.
  const isAsked = given === asked && (baseUrl === null || schemeOf(asked) === schemeOf(baseUrl));
  return given === baseUrl || isAsked;
}

/** In the form that origins are compared in, without a port that goes without saying; null for `null` and what is no origin. */
function originIn(text: string): string | null {
  return /^https?:\/\/[^/?#\\@]+$/i.test(text) && URL.canParse(text) ? new URL(text).origin : null;
}

function schemeOf(origin: string): string {
  return new URL(origin).protocol;
}
