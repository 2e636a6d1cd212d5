import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The bytes of an address: 4 of an IPv4 address, 16 of an IPv6 address. */
export function bytesOf(ip: string): readonly number[] {
  // The parser reads `::8.8.8.8` as `::ffff:8.8.8.8`; in hexadecimal it takes both at their word.
  return ipaddr.parse(isIP(ip) === 6 ? ip.replace(/[\d.]+$/, inHex) : ip).toByteArray();
}

function inHex(ending: string): string {
  const quad = ending.split('.').map(Number);
  if (quad.length !== 4) return ending;
  const [a = 0, b = 0, c = 0, d = 0] = quad;
  return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
}

/** The IPv4 address within an IPv6 address that is mapped or compatible; every other as it is. */
export function unmap(bytes: readonly number[]): readonly number[] {
  return isMapped(bytes) || isCompatible(bytes) ? bytes.slice(12) : bytes;
}

export function isMapped(bytes: readonly number[]): boolean {
  return (
    bytes.length === 16 && bytes.slice(0, 10).every((byte) => byte === 0) && bytes[10] === 255 && bytes[11] === 255
  );
}

/** `::` and `::1` share the prefix of the IPv4-compatible form but are addresses of their own. */
export function isCompatible(bytes: readonly number[]): boolean {
  if (bytes.length !== 16 || bytes.slice(0, 12).some((byte) => byte !== 0)) return false;
  return bytes.slice(12, 15).some((byte) => byte !== 0) || (bytes[15] ?? 0) > 1;
}
