import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';

/**
 * Whether an unsafe request comes from another site. Browsers say so in Sec-Fetch-Site; where that is absent, Origin is
 * compared with our own. A client that sends neither is no browser, and carries no one else's cookies.
 */
export function isCrossSite(request: FastifyRequest, config: Pick<Config, 'baseUrl'>): boolean {
  if (request.method === 'GET' || request.method === 'HEAD') return false;
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  const origin = request.headers.origin;
  if (origin === undefined) return false;
  if (config.baseUrl !== null) return origin !== config.baseUrl;
  return !URL.canParse(origin) || new URL(origin).host !== request.headers.host;
}
