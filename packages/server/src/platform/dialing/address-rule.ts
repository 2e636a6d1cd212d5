import { isIP } from 'node:net';
import { bytesOf, isCompatible, unmap } from '../settings/address-bytes.ts';
import { contains, parseAllowList, type AddressRange, type AllowList } from '../settings/address-ranges.ts';

/** `allowed`: trusted by the operator. `public`: may be dialled for anyone. `refused`: all other addresses. */
export type AddressVerdict = 'public' | 'allowed' | 'refused';

/**
 * Classifies an IP address in its canonical form. IPv4-mapped and IPv4-compatible IPv6 addresses count as the IPv4
 * address that they contain. Everything that is not a canonical address (`0x7f.1`, `127.1`, a zone id, a host name) is
 * refused.
 */
export function classifyAddress(ip: string, allow: AllowList): AddressVerdict {
  if (isIP(ip) === 0 || ip.includes('%')) return 'refused';
  const written = bytesOf(ip);
  const address = unmap(written);
  if (allow.some((range) => contains(range, address))) return 'allowed';
  if (address.length === 4) return isCompatible(written) || isIn(REFUSED_IPV4, address) ? 'refused' : 'public';
  return isIn(GLOBAL_UNICAST, address) && !isIn(REFUSED_IPV6, address) ? 'public' : 'refused';
}

/** The loopback addresses of this machine. */
const LOOPBACK = parseAllowList('127.0.0.0/8, ::1/128');

/** Returns the addresses trusted for a URL scheme. With `localHttp`, plain http may also use loopback addresses. */
export function trustedBy(protocol: string, allow: AllowList, localHttp: boolean): AllowList {
  return localHttp && protocol === 'http:' ? [...allow, ...LOOPBACK] : allow;
}

const REFUSED_IPV4 = parseAllowList(
  '0.0.0.0/8, 10.0.0.0/8, 100.64.0.0/10, 127.0.0.0/8, 168.63.129.16/32, 169.254.0.0/16, 172.16.0.0/12, 192.0.0.0/24, ' +
    '192.0.2.0/24, 192.88.99.0/24, 192.168.0.0/16, 198.18.0.0/15, 198.51.100.0/24, 203.0.113.0/24, 224.0.0.0/4, 240.0.0.0/4',
);
const GLOBAL_UNICAST = parseAllowList('2000::/3');
const REFUSED_IPV6 = parseAllowList('2001::/23, 2001:db8::/32, 2002::/16, 3fff::/20');

function isIn(ranges: readonly AddressRange[], address: readonly number[]): boolean {
  return ranges.some((range) => contains(range, address));
}
