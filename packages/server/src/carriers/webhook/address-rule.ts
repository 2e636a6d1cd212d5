import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** `allowed` is an address the operator trusts, `public` one that anybody may name, `refused` everything else. */
export type AddressVerdict = 'public' | 'allowed' | 'refused';

/** The first `prefix` bits of `bytes` (4 for IPv4, 16 for IPv6) name the range. */
export interface AddressRange {
  readonly bytes: readonly number[];
  readonly prefix: number;
}

/** The ranges an operator trusts, as read by `parseAllowList`. */
export type AllowList = readonly AddressRange[];

/**
 * Judges an IP address in its canonical spelling. IPv4-mapped and IPv4-compatible IPv6 addresses are judged by the IPv4
 * address within. Whatever is not plainly an address (`0x7f.1`, `127.1`, a zone id, a host name) is refused.
 */
export function judgeAddress(ip: string, allow: AllowList): AddressVerdict {
  if (isIP(ip) === 0 || ip.includes('%')) return 'refused';
  const written = bytesOf(ip);
  const address = unmap(written);
  if (allow.some((range) => contains(range, address))) return 'allowed';
  if (address.length === 4) return isCompatible(written) || isIn(REFUSED_IPV4, address) ? 'refused' : 'public';
  return isIn(GLOBAL_UNICAST, address) && !isIn(REFUSED_IPV6, address) ? 'public' : 'refused';
}

/** Reads a comma-separated list of CIDRs (a bare address is a range of one). Throws an `Error` that names a bad entry. */
export function parseAllowList(csv: string): AllowList {
  const entries = csv.split(',').map((entry) => entry.trim());
  return entries.filter((entry) => entry !== '').map(parseRange);
}

/** The addresses by which this machine reaches itself. */
const LOOPBACK = parseAllowList('127.0.0.0/8, ::1/128');

/** What a dial by this scheme may trust: with `localHttp` this machine's own addresses too, over plain http. */
export function trustedBy(protocol: string, allow: AllowList, localHttp: boolean): AllowList {
  return localHttp && protocol === 'http:' ? [...allow, ...LOOPBACK] : allow;
}

const REFUSED_IPV4 = parseAllowList(
  '0.0.0.0/8, 10.0.0.0/8, 100.64.0.0/10, 127.0.0.0/8, 168.63.129.16/32, 169.254.0.0/16, 172.16.0.0/12, 192.0.0.0/24, ' +
    '192.0.2.0/24, 192.88.99.0/24, 192.168.0.0/16, 198.18.0.0/15, 198.51.100.0/24, 203.0.113.0/24, 224.0.0.0/4, 240.0.0.0/4',
);
const GLOBAL_UNICAST = parseAllowList('2000::/3');
const REFUSED_IPV6 = parseAllowList('2001::/23, 2001:db8::/32, 2002::/16, 3fff::/20');

function parseRange(entry: string): AddressRange {
  const [ip = '', prefix, ...rest] = entry.split('/');
  const bad = new Error(`"${entry}" is not an address range: write it as 10.0.0.0/8 or fd00::/8.`);
  if (isIP(ip) === 0 || ip.includes('%') || rest.length > 0) throw bad;
  const bytes = bytesOf(ip);
  const bits = prefix === undefined ? bytes.length * 8 : /^\d{1,3}$/.test(prefix) ? Number(prefix) : Infinity;
  if (bits > bytes.length * 8) throw bad;
  // Addresses are unmapped before they are compared, so a range written in the mapped form has to be too.
  return isMapped(bytes) && bits >= 96 ? { bytes: bytes.slice(12), prefix: bits - 96 } : { bytes, prefix: bits };
}

function bytesOf(ip: string): readonly number[] {
  // The parser reads `::8.8.8.8` as `::ffff:8.8.8.8`; in hexadecimal it takes both at their word.
  return ipaddr.parse(isIP(ip) === 6 ? ip.replace(/[\d.]+$/, inHex) : ip).toByteArray();
}

function inHex(ending: string): string {
  const quad = ending.split('.').map(Number);
  if (quad.length !== 4) return ending;
  const [a = 0, b = 0, c = 0, d = 0] = quad;
  return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
}

function unmap(bytes: readonly number[]): readonly number[] {
  return isMapped(bytes) || isCompatible(bytes) ? bytes.slice(12) : bytes;
}

function isMapped(bytes: readonly number[]): boolean {
  return (
    bytes.length === 16 && bytes.slice(0, 10).every((byte) => byte === 0) && bytes[10] === 255 && bytes[11] === 255
  );
}

/** `::` and `::1` share the prefix of the IPv4-compatible form but are addresses of their own. */
function isCompatible(bytes: readonly number[]): boolean {
  if (bytes.length !== 16 || bytes.slice(0, 12).some((byte) => byte !== 0)) return false;
  return bytes.slice(12, 15).some((byte) => byte !== 0) || (bytes[15] ?? 0) > 1;
}

function isIn(ranges: readonly AddressRange[], address: readonly number[]): boolean {
  return ranges.some((range) => contains(range, address));
}

function contains(range: AddressRange, address: readonly number[]): boolean {
  if (range.bytes.length !== address.length) return false;
  return address.every((byte, index) => {
    const bits = Math.min(8, Math.max(0, range.prefix - index * 8));
    const mask = (0xff << (8 - bits)) & 0xff;
    return (byte & mask) === ((range.bytes[index] ?? 0) & mask);
  });
}
