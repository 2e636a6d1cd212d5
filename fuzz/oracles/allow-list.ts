import { isPublic, isWithin, readAddress, readRange, type Address, type Range } from './addresses.ts';

/** The ranges of an operator's list; null where an entry is none. */
export function readAllowList(csv: string): Range[] | null {
  const entries = csv.split(',').map((entry) => entry.trim());
  const ranges = entries.filter((entry) => entry !== '').map(readRange);
  return ranges.includes(null) ? null : ranges.flatMap((range) => (range ? [asFour(range)] : []));
}

/** What the rule must say of an address: the IPv4 address inside an IPv6 one is what an operator's range is compared with. */
export function expectedVerdict(text: string, allow: readonly Range[]): 'public' | 'allowed' | 'refused' {
  const address = readAddress(text);
  if (address === null) return 'refused';
  const inner = innerAddress(address);
  if (allow.some((range) => isWithin(range, inner))) return 'allowed';
  return isPublic(address) ? 'public' : 'refused';
}

function innerAddress(address: Address): Address {
  const { bits, value } = address;
  const isMapped = bits === 128 && value >> 32n === 0xffffn;
  const isCompatible = bits === 128 && value >> 32n === 0n && value > 1n;
  return isMapped || isCompatible ? { bits: 32, value: value & 0xffffffffn } : address;
}

/** A range of mapped addresses is one of IPv4 addresses. */
function asFour(range: Range): Range {
  const isMapped = range.bits === 128 && range.prefix >= 96 && range.value >> 32n === 0xffffn;
  return isMapped ? { bits: 32, value: range.value & 0xffffffffn, prefix: range.prefix - 96 } : range;
}
