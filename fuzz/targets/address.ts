import fc from 'fast-check';
import { classifyAddress } from '../../packages/server/src/platform/dialing/address-rule.ts';
import { parseAllowList } from '../../packages/server/src/platform/settings/address-ranges.ts';
import { expectedVerdict, readAllowList } from '../oracles/allow-list.ts';
import { between, claimSame, oneOf, textTarget, words } from '../target.ts';

const edgesFour = [
  '0.0.0.0',
  '8.8.8.8',
  '10.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.64.0.0',
  '127.0.0.1',
  '168.63.129.16',
  '168.63.129.17',
  '169.254.169.254',
  '172.15.255.255',
  '172.16.0.0',
  '172.32.0.0',
  '192.0.0.255',
  '192.0.1.0',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.0.1',
  '198.17.255.255',
  '198.19.255.255',
  '198.51.100.1',
  '203.0.113.1',
  '223.255.255.255',
  '224.0.0.1',
  '255.255.255.255',
].map((text) => text.split('.').map(Number));

const hex = between(0, 65_535).map((part) => part.toString(16));

const someFour = fc
  .tuple(oneOf(...edgesFour), fc.tuple(...[0, 1, 2, 3].map(() => fc.option(between(0, 255), { freq: 2 }))))
  .map(([edge, parts]) => edge.map((part, index) => parts[index] ?? part).join('.'));

const someSix = fc.oneof(
  words(['::', '::ffff:', '64:ff9b::', '2002::', '::0:'], fc.oneof(someFour, hex)),
  words(
    [
      '2001',
      '2001:1ff',
      '2001:200',
      '2001:db8',
      '2001:db9',
      '2002',
      '2003',
      '2606:4700',
      '3ffe',
      '3fff',
      '3fff:1000',
      '4000',
      'fe80',
      'fd00',
      '1fff',
      '0',
    ],
    ['::'],
    fc.oneof(fc.constant(''), words(hex, [':'])),
    fc.oneof(someFour, hex),
  ),
);

export const someAddress = fc.oneof(someFour, someSix);

/** Ranges of mapped addresses around the length at which they are all of IPv4. */
const mappedRanges = ['::ffff:0.0.0.0/96', '::ffff:0.0.0.0/95', '::ffff:10.0.0.0/104', '::/96', '::ffff:8.8.8.8'];

const someList = fc
  .array(fc.oneof(words(someAddress, ['/'], between(0, 130)), oneOf(...mappedRanges)), { minLength: 1, maxLength: 3 })
  .map((ranges) => ranges.join(','));

/** The rule for addresses that webhooks may reach: an address on the first line, the operator's list on the second. */
export const address = textTarget({
  name: 'address',
  encoding: 'latin1',
  tokens: [
    '::',
    '::ffff:',
    '127.0.0.1',
    '/8',
    '/96',
    '0x7f',
    '%eth0',
    '64:ff9b::',
    '2001:db8',
    '3fff',
    '169.254.169.254',
    ',',
  ],
  inputs: words(someAddress, ['\n'], fc.oneof(fc.constant(''), someList)),
  check(text) {
    const [ip = '', csv = ''] = text.split('\n');
    const expected = readAllowList(csv);
    const allow = listOrNull(csv);
    claimSame(allow !== null, expected !== null, `whether ${JSON.stringify(csv)} is a list of ranges`);
    claimSame(
      classifyAddress(ip, allow ?? []),
      expectedVerdict(ip, expected ?? []),
      `the verdict on ${JSON.stringify(ip)}`,
    );
  },
});

function listOrNull(csv: string) {
  try {
    return parseAllowList(csv);
  } catch {
    return null;
  }
}
