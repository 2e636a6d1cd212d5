import { isIP } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';
import ipaddr from 'ipaddr.js';

/** Network prefix that one customer usually has, in bits of an IPv6 address. */
const networkBits = 64;

/**
 * Returns the key that a caller is counted under: an IPv4 address in its standard form, or the /64 network of an IPv6
 * address.
 */
export function addressGroup(address: string): string {
  if (isIP(address) === 0) return 'unknown';
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${parsed.parts
    .slice(0, networkBits / 16)
    .map((part) => part.toString(16))
    .join(':')}::/${networkBits}`;
}

/**
 * Returns a test for addresses that many callers may share: those of this machine, where a proxy may run, and of
 * trusted proxies.
 */
export function sharedAddresses(trustedProxies: string): (address: string) => boolean {
  const named = trustedProxies
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  const isShared = proxyAddr.compile(['loopback', ...named]);
  return (address) => isIP(address) !== 0 && isShared(address, 0);
}
