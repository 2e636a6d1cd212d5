import fc from 'fast-check';
import { parseAllowList } from '../../packages/server/src/platform/settings/address-ranges.ts';
import { authorizeTarget } from '../../packages/server/src/platform/dialing/authorize-target.ts';
import { readAddress } from '../oracles/addresses.ts';
import { expectedVerdict, readAllowList } from '../oracles/allow-list.ts';
import { between, claim, claimSame, oneOf, textTarget, words } from '../target.ts';
import { someAddress } from './address.ts';

const trusted = '10.0.0.0/8, 127.0.0.1, fd00::/8';

const schemes = [
  'https://',
  'https://',
  'http://',
  'HTTPS://',
  'https:/',
  'https:',
  'ftp://',
  'https://user@',
  'https://u:p@',
  'file://',
  '',
];

const names = ['localhost', 'a.example', 'metadata.google.internal', '127.0.0.1.nip.io', 'a.example.'];

const someHost = fc.tuple(someAddress, between(0, 9), oneOf(...names)).map(([address, form, name]) => {
  if (form < 2) return name;
  if (address.includes(':')) return form < 9 ? `[${address}]` : address;
  return spellings(address)[form - 2] ?? address;
});

/** How else the URL parser may read an address of four parts. */
function spellings(address: string): string[] {
  const parts = address.split('.').map(Number);
  return [
    `${address}.`,
    parts.map((part) => `0${part.toString(8)}`).join('.'),
    parts.map((part) => `0x${part.toString(16)}`).join('.'),
    String(parts.reduce((value, part) => value * 256 + part, 0)),
    `${parts[0]}.${parts[1]}.${(parts[2] ?? 0) * 256 + (parts[3] ?? 0)}`,
  ];
}

/** The check of webhook URLs, with nobody trusted and with some networks trusted. */
export const url = textTarget({
  name: 'url',
  encoding: 'utf8',
  tokens: [
    'https://',
    'http://',
    '@',
    ':443',
    ':8443',
    ':80',
    '[::1]',
    '127.1',
    '0x7f.1',
    '2130706433',
    '０',
    '。',
    '%2e',
    '\\',
    '#',
    '?',
    '\t',
    'xn--',
    '.',
  ],
  inputs: words(schemes, someHost, ['', ':443', ':8443', ':80', ':0443', ':'], ['', '/', '/hook?a=b#c']),
  check(text) {
    for (const csv of ['', trusted]) {
      const verdict = authorizeTarget(text, parseAllowList(csv));
      claimSame(
        verdict.ok,
        isFit(text, csv),
        `whether ${JSON.stringify(text)} may be called with ${csv || 'nobody'} trusted`,
      );
      claim(verdict.ok || verdict.error.length > 0, 'A refusal says nothing.');
    }
  },
});

/** The rule once more; what a URL names is left to the URL parser, which is also the one that dials. */
function isFit(text: string, csv: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, hostname, port } = new URL(text);
  if ((protocol !== 'https:' && protocol !== 'http:') || username !== '' || password !== '') return false;
  const host = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  const isAddress = readAddress(host) !== null;
  const verdict = isAddress ? expectedVerdict(host, readAllowList(csv) ?? []) : 'public';
  if (verdict === 'refused') return false;
  if (verdict === 'allowed' || (!isAddress && csv !== '')) return true;
  return protocol === 'https:' && (port === '' || port === '443' || port === '8443');
}
