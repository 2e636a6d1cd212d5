import { isIP } from 'node:net';
import type { AddressVerdict } from './address-rule.ts';
import type { AllowList } from '../../settings/address-ranges.ts';
import { classifyAddress } from './address-rule.ts';
import type { Lookup } from './resolve-host.ts';
import { resolveHost } from './resolve-host.ts';

/** `error` is one sentence for the person who wrote the URL. */
export type TargetVerdict = { readonly ok: true } | { readonly ok: false; readonly error: string };

/**
 * Judges a webhook URL by what it says, without resolving its name: https on port 443 or 8443 and no user-info. An address
 * on the allow list may have plain http and any port. So may a host name while the allow list has entries, for its addresses
 * are only known, and judged, when it is dialled.
 */
export function authorizeTarget(url: string, allow: AllowList): TargetVerdict {
  if (!URL.canParse(url)) return refuse('The webhook URL is not a valid URL.');
  const target = new URL(url);
  if (target.protocol !== 'https:' && target.protocol !== 'http:') return refuse(HTTPS_ONLY);
  if (target.username !== '' || target.password !== '')
    return refuse('The webhook URL must not carry a user name or password.');
  const host = hostOf(target);
  const verdict = isIP(host) === 0 ? null : classifyAddress(host, allow);
  if (verdict === 'refused') return refuse(`The webhook URL names an address that is not public. ${allowHint}`);
  if (verdict === 'allowed' || (verdict === null && allow.length > 0)) return { ok: true };
  return validateScheme(target);
}

/**
 * Judges a webhook URL as `judgeTarget` does, and resolves the name where plain http or an odd port is in the URL: these pass
 * only if every address of the name is on the allow list. Never throws; a name that does not resolve is refused then.
 */
export async function authorizeResolvedTarget(
  url: string,
  allow: AllowList,
  lookup: Lookup = resolveHost,
): Promise<TargetVerdict> {
  const written = authorizeTarget(url, allow);
  if (!written.ok) return written;
  const target = new URL(url);
  const host = hostOf(target);
  const scheme = validateScheme(target);
  if (scheme.ok || isIP(host) !== 0) return written;
  const addresses = await lookup(host).catch(() => []);
  const trusted =
    addresses.length > 0 && addresses.every(({ address }) => classifyAddress(address, allow) === 'allowed');
  return trusted ? written : scheme;
}

/** Whether an address with this verdict may be dialled by this scheme and port (empty: the scheme's own). */
export function mayDial(verdict: AddressVerdict, protocol: string, port: string): boolean {
  return verdict === 'allowed' || (verdict === 'public' && isStandard(protocol, port));
}

/** Whom to ask, where an agent is meant to be reached in the operator's own network. */
export const allowHint = 'The operator can allow an address of their own network in PARLEY_WEBHOOK_ALLOW.';

const HTTPS_ONLY = `The webhook URL must start with https://. ${allowHint}`;

function validateScheme(target: URL): TargetVerdict {
  if (target.protocol !== 'https:') return refuse(HTTPS_ONLY);
  return isStandard(target.protocol, target.port)
    ? { ok: true }
    : refuse(`The webhook URL must use port 443 or 8443. ${allowHint}`);
}

function isStandard(protocol: string, port: string): boolean {
  return protocol === 'https:' && ['', '443', '8443'].includes(port);
}

function hostOf(target: URL): string {
  return target.hostname.replace(/^\[(.*)\]$/, '$1');
}

function refuse(error: string): TargetVerdict {
  return { ok: false, error };
}
