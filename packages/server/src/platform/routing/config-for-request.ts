import type { Config } from '../settings/config.ts';
import type { RequestHeaders } from './route.ts';

/**
 * Returns the configuration that applies to a request. A request that a proxy forwarded may come from another machine,
 * so the exception for webhooks to this machine does not apply to it.
 */
export function configForRequest<C extends Pick<Config, 'localWebhooks'>>(config: C, headers: RequestHeaders): C {
  return config.localWebhooks && isForwarded(headers) ? { ...config, localWebhooks: false } : config;
}

/** Returns whether a proxy forwarded a request. */
export function isForwarded(headers: RequestHeaders): boolean {
  return Object.keys(headers).some((name) => proxyHeaders.has(name) || name.startsWith('x-forwarded-'));
}

const proxyHeaders: ReadonlySet<string> = new Set(['forwarded', 'via', 'x-real-ip']);
