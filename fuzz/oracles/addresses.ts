/** Internet addresses as whole numbers, read and checked without the product's parser or its tables. */
export interface Address {
  readonly bits: 32 | 128;
  readonly value: bigint;
}

export interface Range extends Address {
  readonly prefix: number;
}

/** An address in its canonical spelling; null for anything else. */
export function readAddress(text: string): Address | null {
  const four = readFour(text);
  if (four !== null) return { bits: 32, value: four };
  const six = readSix(text);
  return six === null ? null : { bits: 128, value: six };
}

/** Whether anybody may name this address as the target of a webhook, by the rules of the design. */
export function isPublic({ bits, value }: Address): boolean {
  if (bits === 32) return !closedFour.some((range) => isWithin(range, { bits, value }));
  if (value >> 32n === 0xffffn) return isPublic({ bits: 32, value: value & 0xffffffffn });
  return (
    openSix.some((range) => isWithin(range, { bits, value })) &&
    !closedSix.some((range) => isWithin(range, { bits, value }))
  );
}

export function isWithin({ bits, value, prefix }: Range, address: Address): boolean {
  const rest = BigInt(bits - prefix);
  return bits === address.bits && value >> rest === address.value >> rest;
}

/** `10.0.0.0/8` or a bare address; null where it is neither. */
export function readRange(text: string): Range | null {
  const slash = text.indexOf('/');
  const address = readAddress(slash < 0 ? text : text.slice(0, slash));
  if (address === null) return null;
  const length = slash < 0 ? String(address.bits) : text.slice(slash + 1);
  if (length === '' || length.length > 3 || [...length].some((digit) => !isDigit(digit))) return null;
  return Number(length) <= address.bits ? { ...address, prefix: Number(length) } : null;
}

function readFour(text: string): bigint | null {
  const parts = text.split('.');
  if (parts.length !== 4) return null;
  let value = 0n;
  for (const part of parts) {
    if (part === '' || part.length > 3 || [...part].some((digit) => !isDigit(digit))) return null;
    if (Number(part) > 255 || String(Number(part)) !== part) return null;
    value = value * 256n + BigInt(part);
  }
  return value;
}

function readSix(text: string): bigint | null {
  const halves = text.split('::');
  if (halves.length > 2) return null;
  const [head, tail] = halves.map((half, index) => readGroups(half, index === halves.length - 1));
  if (!head || (halves.length === 2 && !tail)) return null;
  const missing = 8 - head.length - (tail?.length ?? 0);
  if (halves.length === 1 ? missing !== 0 : missing < 1) return null;
  const groups = [...head, ...Array<bigint>(missing).fill(0n), ...(tail ?? [])];
  return groups.reduce((value, group) => value * 65536n + group, 0n);
}

/** Groups of up to four hexadecimal digits; the last two of an address may be written as an IPv4 address. */
function readGroups(text: string, isLast: boolean): bigint[] | null {
  if (text === '') return [];
  const groups: bigint[] = [];
  const parts = text.split(':');
  for (const [index, part] of parts.entries()) {
    const four = isLast && index === parts.length - 1 ? readFour(part) : null;
    if (four !== null) groups.push(four >> 16n, four & 0xffffn);
    else if (part.length >= 1 && part.length <= 4 && [...part].every(isHex)) groups.push(BigInt(`0x${part}`));
    else return null;
  }
  return groups;
}

const isDigit = (character: string) => character >= '0' && character <= '9';
const isHex = (character: string) => '0123456789abcdefABCDEF'.includes(character);

const table = (...ranges: string[]) =>
  ranges.map((text) => {
    const range = readRange(text);
    if (range === null) throw new Error(`${text} is not a range.`);
    return range;
  });

// From the special-purpose registries, with a cloud's wire server and the deprecated relays of 6to4.
const closedFour = table(
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
);
const openSix = table('2000::/3');
const closedSix = table('2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20');
