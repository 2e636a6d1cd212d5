import { isId, type IdentityId } from '@parley/protocol';
import type { Config } from '../../platform/settings/config.ts';
import type { AnswerCookie, RequestHeaders } from '../../platform/routing/route.ts';
import { cookieIn, cookieName } from '../oidc/browser-cookie.ts';

type BaseUrl = Pick<Config, 'baseUrl'>;

/** Proves that this browser came back from a provider with an identity that waits. */
const secretName = 'parley_identity';
/** Tells the sign-in page which provider it was. Nothing depends on it. */
const shownName = 'parley_linking';

/** Returns the cookies of an identity that waits for its person to sign in. */
export function linkCookie(
  config: BaseUrl,
  {
    identityId,
    secret,
    providerId,
    lastsMs,
  }: { identityId: IdentityId; secret: string; providerId: string; lastsMs: number },
): AnswerCookie[] {
  const maxAgeSeconds = lastsMs / 1000;
  return [
    { name: cookieName(config, secretName), value: `${identityId}.${secret}`, maxAgeSeconds },
    { name: cookieName(config, shownName), value: providerId, maxAgeSeconds, isReadable: true },
  ];
}

/** Reads which identity waits for this browser. */
export function readLinkCookie(
  config: BaseUrl,
  headers: RequestHeaders,
): { identityId: IdentityId; secret: string } | null {
  const [identityId, secret = ''] = cookieIn(headers, cookieName(config, secretName))?.split('.') ?? [];
  return isId('identity', identityId) && secret !== '' ? { identityId, secret } : null;
}

/** Returns the cookies that forget it. */
export function forgetLink(config: BaseUrl): AnswerCookie[] {
  return [
    { name: cookieName(config, secretName), value: null },
    { name: cookieName(config, shownName), value: null, isReadable: true },
  ];
}
