import { isIP } from 'node:net';
import type { Config } from '../../platform/settings/config.ts';

/** What passkeys of this server belong to. */
export interface RelyingParty {
  /** A host name. */
  readonly id: string;
  /** Where the page is that asks for a passkey. */
  readonly origin: string;
}

/**
 * Returns the host name that passkeys of this server belong to: that of the public URL, or without one `localhost`.
 * Null where browsers make none: at an address, and without https elsewhere than at `localhost`.
 */
export function passkeyHost({ baseUrl }: Pick<Config, 'baseUrl'>): string | null {
  if (baseUrl === null) return 'localhost';
  const { protocol, hostname } = new URL(baseUrl);
  if (hostname === 'localhost') return hostname;
  const isAddress = isIP(hostname.replace(/^\[(.*)\]$/, '$1')) !== 0;
  return protocol === 'https:' && !isAddress ? hostname : null;
}

/** Returns the relying party for a call that reached the server at this origin, or null if there are no passkeys there. */
export function relyingParty(config: Pick<Config, 'baseUrl'>, origin: string): RelyingParty | null {
  const id = passkeyHost(config);
  const page = new URL(origin);
  return id === null || page.hostname !== id ? null : { id, origin: page.origin };
}
