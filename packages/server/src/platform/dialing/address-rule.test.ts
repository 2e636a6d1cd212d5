import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classifyAddress } from './address-rule.ts';
import { parseAllowList } from '../settings/address-ranges.ts';

const NOBODY = parseAllowList('');

/** A second form of the rule, from the registries: first and last address of each range, compared as integers. */
const CLOSED_V4: readonly (readonly [bigint, bigint])[] = [
  [0x00000000n, 0x00ffffffn],
  [0x0a000000n, 0x0affffffn],
  [0x64400000n, 0x647fffffn],
  [0x7f000000n, 0x7fffffffn],
  [0xa83f8110n, 0xa83f8110n],
  [0xa9fe0000n, 0xa9feffffn],
  [0xac100000n, 0xac1fffffn],
  [0xc0000000n, 0xc00000ffn],
  [0xc0000200n, 0xc00002ffn],
  [0xc0586300n, 0xc05863ffn],
  [0xc0a80000n, 0xc0a8ffffn],
  [0xc6120000n, 0xc613ffffn],
  [0xc6336400n, 0xc63364ffn],
  [0xcb007100n, 0xcb0071ffn],
  [0xe0000000n, 0xffffffffn],
];

function expectedV4(address: bigint): string {
  return CLOSED_V4.some(([first, last]) => address >= first && address <= last) ? 'refused' : 'public';
}

function expectedV6(address: bigint): string {
  if (address >> 32n === 0xffffn) return expectedV4(address & 0xffffffffn);
  if (address >> 125n !== 1n) return 'refused';
  if (address >> 105n === 0x20010000n >> 9n) return 'refused';
  if (address >> 96n === 0x20010db8n) return 'refused';
  if (address >> 112n === 0x2002n) return 'refused';
  return address >> 108n === 0x3fff0n ? 'refused' : 'public';
}

function writeV4(address: bigint): string {
  return [24n, 16n, 8n, 0n].map((shift) => String((address >> shift) & 255n)).join('.');
}

function writeV6(address: bigint): string {
  return Array.from({ length: 8 }, (_, group) => ((address >> BigInt(112 - 16 * group)) & 0xffffn).toString(16)).join(
    ':',
  );
}

const anyV4 = fc.oneof(
  fc.bigInt({ min: 0n, max: 0xffffffffn }),
  fc
    .tuple(fc.constantFrom(...CLOSED_V4.flat()), fc.constantFrom(-1n, 0n, 1n))
    .map(([edge, step]) => (edge + step) & 0xffffffffn),
);

const anyV6 = fc.oneof(
  fc.bigInt({ min: 0n, max: (1n << 128n) - 1n }),
  fc.bigInt({ min: 0n, max: (1n << 125n) - 1n }).map((low) => (1n << 125n) | low),
  fc
    .tuple(
      fc.constantFrom(
        0x20010000n,
        0x200101ffn,
        0x20010200n,
        0x20010db8n,
        0x20010db9n,
        0x20020000n,
        0x2002ffffn,
        0x20030000n,
        0x3fff0000n,
        0x3fff0fffn,
        0x3fff1000n,
        0x1fffffffn,
        0x40000000n,
        0x0064ff9bn,
      ),
      fc.bigInt({ min: 0n, max: (1n << 96n) - 1n }),
    )
    .map(([high, low]) => (high << 96n) | low),
);

describe('the address rule', () => {
  it('agrees with an independent table on every IPv4 address', () => {
    fc.assert(
      fc.property(anyV4, (address) => {
        expect(classifyAddress(writeV4(address), NOBODY)).toBe(expectedV4(address));
      }),
      { numRuns: 2000 },
    );
  });

  it('agrees with an independent table on every IPv6 address', () => {
    fc.assert(
      fc.property(anyV6, (address) => {
        expect(classifyAddress(writeV6(address), NOBODY)).toBe(expectedV6(address));
      }),
      { numRuns: 2000 },
    );
  });

  it('checks an IPv4-mapped address by the IPv4 address within, in both spellings', () => {
    fc.assert(
      fc.property(anyV4, (address) => {
        expect(classifyAddress(`::ffff:${writeV4(address)}`, NOBODY)).toBe(expectedV4(address));
        expect(classifyAddress(writeV6((0xffffn << 32n) | address), NOBODY)).toBe(expectedV4(address));
      }),
    );
  });

  it.each(['::7f00:1', '::127.0.0.1', '::10.0.0.1', '::8.8.8.8', '::', '::1', '::2'])(
    'refuses %s, the deprecated form that wraps an IPv4 address',
    (ip) => {
      expect(classifyAddress(ip, NOBODY)).toBe('refused');
    },
  );

  it.each([
    '0x7f.1',
    '127.1',
    '2130706433',
    '0177.0.0.1',
    '127.0.0.01',
    '8.8.8',
    '',
    'localhost',
    '8.8.8.8 ',
    '[::1]',
    '1::2::3',
  ])('refuses %j, which is not an address in its canonical spelling', (text) => {
    expect(classifyAddress(text, parseAllowList('0.0.0.0/0, ::/0'))).toBe('refused');
  });

  it('refuses a zone id even where the address is allowed', () => {
    const allow = parseAllowList('fe80::/10, 2000::/3');
    expect(classifyAddress('fe80::1', allow)).toBe('allowed');
    expect(classifyAddress('fe80::1%eth0', allow)).toBe('refused');
    expect(classifyAddress('2606:4700::1%1', allow)).toBe('refused');
  });
});

describe('an IPv6 address', () => {
  it('is checked alike in its dotted and its hexadecimal spelling', () => {
    fc.assert(
      fc.property(anyV6, (address) => {
        const dotted = `${writeV6(address).split(':').slice(0, 6).join(':')}:${writeV4(address & 0xffffffffn)}`;
        expect(classifyAddress(dotted, NOBODY)).toBe(expectedV6(address));
      }),
    );
  });
});

describe('the allow list', () => {
  it('allows exactly the addresses whose leading bits it names', () => {
    const range = fc.record({ address: anyV4, base: anyV4, prefix: fc.integer({ min: 0, max: 32 }) });
    fc.assert(
      fc.property(range, ({ address, base, prefix }) => {
        const shift = BigInt(32 - prefix);
        const within = address >> shift === base >> shift;
        const verdict = classifyAddress(writeV4(address), parseAllowList(`${writeV4(base)}/${prefix}`));
        expect(verdict).toBe(within ? 'allowed' : expectedV4(address));
      }),
    );
  });

  it('takes both families, white space, empty entries and single addresses', () => {
    const allow = parseAllowList(' 10.0.0.0/8 ,fd00::/8,, 127.0.0.1,');
    expect(['10.9.9.9', 'fd12::1', '127.0.0.1'].map((ip) => classifyAddress(ip, allow))).toEqual(
      Array(3).fill('allowed'),
    );
    expect(['127.0.0.2', 'fe80::1', '11.0.0.1'].map((ip) => classifyAddress(ip, allow))).toEqual([
      'refused',
      'refused',
      'public',
    ]);
  });

  it('covers the wrapped forms of an allowed IPv4 address, however the range is written', () => {
    for (const csv of ['127.0.0.0/8', '::ffff:127.0.0.0/104']) {
      const allow = parseAllowList(csv);
      for (const ip of ['127.0.0.1', '::ffff:127.0.0.1', '::ffff:7f00:1', '::7f00:1'])
        expect(classifyAddress(ip, allow)).toBe('allowed');
    }
  });

  it('can name the IPv6 loopback address by itself', () => {
    expect(classifyAddress('::1', parseAllowList('::1/128'))).toBe('allowed');
    expect(classifyAddress('::1', parseAllowList('0.0.0.0/0'))).toBe('refused');
  });

  it.each([
    'nonsense',
    '10.0.0.0/33',
    '::/129',
    '10.0.0/8',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '10.0.0.0/-1',
    '0x0a.0.0.0/8',
    'fe80::%1/10',
    'localhost',
  ])('names the bad entry %j', (entry) => {
    expect(() => parseAllowList(`10.0.0.0/8,${entry}`)).toThrow(`"${entry}"`);
  });
});
