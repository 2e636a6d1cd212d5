import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Returns the bytes of an address: 4 for IPv4, 16 for IPv6. */
export function bytesOf(ip: string): readonly number[] {
  // The parser reads `::8.8.8.8` as `::ffff:8.8.8.8`. With the ending in hexadecimal it keeps the two apart.
  return ipaddr.parse(isIP(ip) === 6 ? ip.replace(/[\d.]+$/, inHex) : ip).toByteArray();
}

function inHex(ending: string): string {
  const quad = ending.split('.').map(Number);
  if (quad.length !== 4) return ending;
  const [a = 0, b = 0, c = 0, d = 0] = quad;
  return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
}

/** Returns the IPv4 address within a mapped or compatible IPv6 address. Returns any other address unchanged. */
export function unmap(bytes: readonly number[]): readonly number[] {
  return isMapped(bytes) || isCompatible(bytes) ? bytes.slice(12) : bytes;
}

export function isMapped(bytes: readonly number[]): boolean {
  return (
    bytes.length === 16 && bytes.slice(0, 10).every((byte) => byte === 0) && bytes[10] === 255 && bytes[11] === 255
  );
}

/** Returns whether an address is IPv4-compatible. `::` and `::1` share the prefix of that form but are not. */
export function isCompatible(bytes: readonly number[]): boolean {
  if (bytes.length !== 16 || bytes.slice(0, 12).some((byte) => byte !== 0)) return false;
  return bytes.slice(12, 15).some((byte) => byte !== 0) || (bytes[15] ?? 0) > 1;
}
