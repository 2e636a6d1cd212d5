import { isIP } from 'node:net';
import { bytesOf, isMapped } from './address-bytes.ts';

/** An address range: the first `prefix` bits of `bytes` (4 bytes for IPv4, 16 for IPv6). */
export interface AddressRange {
  readonly bytes: readonly number[];
  readonly prefix: number;
}

/** Address ranges that an operator trusts, as `parseAllowList` reads them. */
export type AllowList = readonly AddressRange[];

/**
 * Parses a comma-separated list of CIDRs. A bare address is a range of one. Throws an `Error` that names a bad entry.
 */
export function parseAllowList(csv: string): AllowList {
  const entries = csv.split(',').map((entry) => entry.trim());
  return entries.filter((entry) => entry !== '').map(parseRange);
}

/** Returns whether an address, given by its bytes, is in a range. */
export function contains(range: AddressRange, address: readonly number[]): boolean {
  if (range.bytes.length !== address.length) return false;
  return address.every((byte, index) => {
    const bits = Math.min(8, Math.max(0, range.prefix - index * 8));
    const mask = (0xff << (8 - bits)) & 0xff;
    return (byte & mask) === ((range.bytes[index] ?? 0) & mask);
  });
}

function parseRange(entry: string): AddressRange {
  const [ip = '', prefix, ...rest] = entry.split('/');
  const bad = new Error(`"${entry}" is not an address range: write it as 10.0.0.0/8 or fd00::/8.`);
  if (isIP(ip) === 0 || ip.includes('%') || rest.length > 0) throw bad;
  const bytes = bytesOf(ip);
  const bits = prefix === undefined ? bytes.length * 8 : /^\d{1,3}$/.test(prefix) ? Number(prefix) : Infinity;
  if (bits > bytes.length * 8) throw bad;
  // Addresses are unmapped before the comparison, so a range in the mapped form must be unmapped too.
  return isMapped(bytes) && bits >= 96 ? { bytes: bytes.slice(12), prefix: bits - 96 } : { bytes, prefix: bits };
}
