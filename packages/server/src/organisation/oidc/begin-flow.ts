import { refuse } from '../../platform/routing/refusal.ts';
import type { Core } from '../../platform/routing/core.ts';
import type { AnswerCookie, RequestHeaders } from '../../platform/routing/route.ts';
import { flowCookie, forgetOthers, newFlow } from './flow.ts';
import type { Provider, Checks } from './provider.ts';
import type { Providers } from './providers.ts';

type BeginApp = Pick<Core, 'config' | 'secrets' | 'clock' | 'log'>;

interface Begin {
  readonly providerId: string;
  readonly origin: string;
  readonly headers: RequestHeaders;
  readonly returnTo: string;
  readonly invitation: string | null;
  readonly linkFor: string | null;
}

/** Returns a provider of this server. Refuses with `provider_not_found`. */
export function requireProvider(providers: Providers, id: string): Provider {
  return providers.find(id) ?? refuse('provider_not_found');
}

/**
 * Begins a sign-in or a link at a provider: returns where the browser goes, and the cookies that it takes along. Null if
 * the provider does not answer as it should.
 */
export async function beginFlow(
  app: BeginApp,
  providers: Providers,
  { providerId, origin, headers, ...of }: Begin,
): Promise<{ readonly url: string; readonly cookies: readonly AnswerCookie[] } | null> {
  const provider = requireProvider(providers, providerId);
  const redirectUri = `${origin}/v1/oidc/${providerId}/callback`;
  const flow = newFlow({ ...of, providerId, redirectUri }, app.clock.now());
  const url = await urlOf(app, provider, flow);
  if (url === null) return null;
  return { url, cookies: [...forgetOthers(app, headers), flowCookie(app, flow)] };
}

async function urlOf({ log }: Pick<Core, 'log'>, provider: Provider, checks: Checks): Promise<string | null> {
  try {
    return await provider.authorizeUrl(checks);
  } catch (error) {
    log.warn({ providerId: provider.entry.id, ...faultOf(error) }, 'provider of sign-ins did not answer as it should');
    return null;
  }
}

/** Returns what a log line may say of a provider's fault: no answer of it, which may hold a token. */
export function faultOf(error: unknown): { readonly reason: string; readonly code?: string } {
  const { message, code } = error instanceof Error ? (error as Error & { code?: unknown }) : { message: 'unknown' };
  return { reason: message.slice(0, 200), ...(typeof code === 'string' && { code }) };
}
