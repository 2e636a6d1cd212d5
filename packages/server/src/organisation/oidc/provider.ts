import * as oidc from 'openid-client';
import type { Clock } from '../../platform/time/clock.ts';
import { boundedFetch } from './bounded-fetch.ts';
import { isIncomplete, readClaims, type Claims } from './claims.ts';
import type { ProviderEntry } from './providers-file.ts';

/** What proves that an answer belongs to a start. */
export interface Checks {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly redirectUri: string;
}

/** A provider of sign-ins (OpenID Connect). */
export interface Provider {
  readonly entry: ProviderEntry;
  /** Returns where the browser goes to sign in. Rejects if the provider does not answer as it should. */
  authorizeUrl(checks: Checks): Promise<string>;
  /**
   * Exchanges the code of an answer for what the provider says of the person. Rejects unless issuer, audience, nonce,
   * state, signature and times are right.
   */
  claimsOf(answer: URLSearchParams, checks: Checks): Promise<Claims>;
}

const metadataMs = 10 * 60_000;
const subjectCharactersMax = 255;

export function openProvider(entry: ProviderEntry, clock: Pick<Clock, 'now'>): Provider {
  let known: { readonly at: number; readonly metadata: Promise<oidc.ServerMetadata> } | null = null;
  /** Discovers the provider; what was found is kept for 10 minutes, and a failure is not. */
  const discovered = async (): Promise<oidc.ServerMetadata> => {
    if (known === null || Math.abs(clock.now() - known.at) > metadataMs) {
      const asked = { at: clock.now(), metadata: discover(entry) };
      known = asked;
      asked.metadata.catch(() => {
        if (known === asked) known = null;
      });
    }
    return known.metadata;
  };
  const configured = async () => {
    const clockSkew = Math.round((clock.now() - Date.now()) / 1000);
    const client = { client_secret: entry.client_secret, [oidc.clockSkew]: clockSkew };
    const config = new oidc.Configuration(await discovered(), entry.client_id, client);
    config[oidc.customFetch] = boundedFetch;
    // TLS alone would do for a code flow, but a signature is checked wherever there is one.
    oidc.enableNonRepudiationChecks(config);
    if (isHttp(entry)) oidc.allowInsecureRequests(config);
    return config;
  };
  return {
    entry,
    async authorizeUrl({ state, nonce, verifier, redirectUri }) {
      return oidc.buildAuthorizationUrl(await configured(), {
        redirect_uri: redirectUri,
        scope: [...new Set(['openid', ...entry.scopes])].join(' '),
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        nonce,
      }).href;
    },
    async claimsOf(answer, { state, nonce, verifier, redirectUri }) {
      const config = await configured();
      const url = new URL(redirectUri);
      url.search = answer.toString();
      const tokens = await oidc.authorizationCodeGrant(config, url, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const idToken = tokens.claims();
      if (idToken === undefined || idToken.sub.length > subjectCharactersMax || idToken.sub === '')
        throw new Error('The provider names no subject, or one that is too long.');
      const hasUserInfo = config.serverMetadata().userinfo_endpoint !== undefined;
      const userInfo =
        hasUserInfo && isIncomplete(entry, idToken)
          ? await oidc.fetchUserInfo(config, tokens.access_token, idToken.sub)
          : {};
      return readClaims(entry, idToken, userInfo);
    },
  };
}

async function discover(entry: ProviderEntry): Promise<oidc.ServerMetadata> {
  const config = await oidc.discovery(new URL(entry.issuer), entry.client_id, entry.client_secret, undefined, {
    [oidc.customFetch]: boundedFetch,
    execute: isHttp(entry) ? [oidc.allowInsecureRequests] : [],
  });
  return config.serverMetadata();
}

function isHttp({ issuer }: ProviderEntry): boolean {
  return issuer.startsWith('http:');
}
