import type { Config } from '../../platform/settings/config.ts';
import type { RequestHeaders } from '../../platform/routing/route.ts';

/** Returns the name of a cookie of this server. On https browsers enforce by its prefix that no other host has set it. */
export function cookieName({ baseUrl }: Pick<Config, 'baseUrl'>, name: string): string {
  return baseUrl?.startsWith('https:') ? `__Host-${name}` : name;
}

/** Returns the value of a cookie, or null. */
export function cookieIn(headers: RequestHeaders, name: string): string | null {
  return cookiesIn(headers).get(name) ?? null;
}

/** Returns all cookies of a request by name. Of two of one name the first counts. */
export function cookiesIn({ cookie = '' }: RequestHeaders): ReadonlyMap<string, string> {
  const pairs = cookie.split(';').map((pair): [string, string] => {
    const at = pair.indexOf('=');
    return at < 0 ? [pair.trim(), ''] : [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
  });
  return new Map(pairs.reverse());
}
