import { isIP } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';
import ipaddr from 'ipaddr.js';

/** The bits of an IPv6 address that one customer of a network usually holds all addresses below. */
const networkBits = 64;

/** What one caller is counted under: an IPv4 address, however it is written, or the network of an IPv6 address. */
export function addressGroup(address: string): string {
  if (isIP(address) === 0) return 'unknown';
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${parsed.parts
    .slice(0, networkBits / 16)
    .map((part) => part.toString(16))
    .join(':')}::/${networkBits}`;
}

/** Tells the addresses that many callers share: this machine's own, where a proxy may be, and those of trusted proxies. */
export function sharedAddresses(trustedProxies: string): (address: string) => boolean {
  const named = trustedProxies
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  const isShared = proxyAddr.compile(['loopback', ...named]);
  return (address) => isIP(address) !== 0 && isShared(address, 0);
}
