import { isIP } from 'node:net';
import type { AddressVerdict } from './address-rule.ts';
import type { AllowList } from '../settings/address-ranges.ts';
import { classifyAddress } from './address-rule.ts';
import type { Lookup } from './resolve-host.ts';
import { resolveHost } from './resolve-host.ts';

/** `error` is one sentence for the person who wrote the URL. */
export type TargetVerdict = { readonly ok: true } | { readonly ok: false; readonly error: string };

/**
 * Checks a webhook URL without resolving its name: https on port 443 or 8443, no user-info. An address on the allow
 * list may use plain http and any port. So may a host name while the allow list has entries, because its addresses are
 * known, and checked, only when it is dialled.
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
 * Checks a webhook URL as `authorizeTarget` does. If it has plain http or another port, also resolves the name: every
 * address must be on the allow list. Never throws; a name that does not resolve is refused.
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

/** Returns whether an address may be dialled with this scheme and port. An empty port is the default of the scheme. */
export function mayDial(verdict: AddressVerdict, protocol: string, port: string): boolean {
  return verdict === 'allowed' || (verdict === 'public' && isStandard(protocol, port));
}

/** Tells the owner to ask the operator if the agent runs in the operator's own network. */
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
