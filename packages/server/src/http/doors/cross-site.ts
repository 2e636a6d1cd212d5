import type { FastifyRequest } from 'fastify';
import type { Config } from '../../platform/settings/config.ts';
import { schemeOf } from './head-rules.ts';

/**
 * Returns whether an unsafe request comes from another site. Browsers send Sec-Fetch-Site and the page's Origin; either
 * header can fail the check. A client that sends neither is not a browser and sends no other person's cookies.
 */
export function isCrossSite(request: FastifyRequest, config: Pick<Config, 'baseUrl'>): boolean {
  if (request.method === 'GET' || request.method === 'HEAD') return false;
  const { 'sec-fetch-site': site, origin } = request.headers;
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true;
  return origin !== undefined && !isOwn(origin, request, config.baseUrl);
}

/** Returns whether an origin is that of the public URL, or of the address that the request was sent to. */
function isOwn(origin: string, request: FastifyRequest, baseUrl: string | null): boolean {
  const given = originIn(origin);
  if (given === null) return false;
  const asked = originIn(`${schemeOf(request)}://${request.host}`);
  // If the public URL is https, a page loaded over plain http does not count as this server's own.
  const isAsked = given === asked && (baseUrl === null || schemeIn(asked) === schemeIn(baseUrl));
  return given === baseUrl || isAsked;
}

/** Normalizes an origin: without a default port. Returns null for `null` and anything that is not an origin. */
function originIn(text: string): string | null {
  return /^https?:\/\/[^/?#\\@]+$/i.test(text) && URL.canParse(text) ? new URL(text).origin : null;
}

function schemeIn(origin: string): string {
  return new URL(origin).protocol;
}
