import fc from 'fast-check';
import { isTimely, parseSignature } from '@parley/protocol';
import { sign, startVerifying, verify } from '@parley/protocol/signing';
import { between, claim, claimSame, oneOf, textTarget } from '../target.ts';

const secret = Buffer.from('a secret of some bytes');
const body = Buffer.from('{"a":1}');
const now = 1_767_225_600;
const at = fc.oneof(oneOf(0, 0, 300, 301, -300, -301), between(-1e9, 1e9)).map((seconds) => now + seconds);

/** The header that carries a signature, against a reader that goes through it character by character. */
export const signatureHeader = textTarget({
  name: 'signature-header',
  encoding: 'latin1',
  tokens: ['t=', ',v1=', ',', '=', '1767225600', '0'.repeat(64), 'A', 'v0=', ' ', sign(secret, now, body)],
  inputs: fc.tuple(at, oneOf(body, body, body, Buffer.alloc(0)), between(0, 4)).map(([unix, signed, form]) => {
    const written = sign(secret, unix, signed);
    return (
      [written, written.toUpperCase(), ` ${written}`, `${written},${written}`, written.slice(0, -1)][form] ?? written
    );
  }),
  check(header) {
    const expected = readByHand(header);
    claimSame(parseSignature(header), expected, 'the parts');
    const fits = expected !== null && header === sign(secret, Number(expected.unix), body);
    const isInTime = expected !== null && Math.abs(Number(expected.unix) - now) <= 300;
    claim(expected === null || isTimely(expected, now) === isInTime, 'The tolerance is not 300 seconds.');
    claimSame(verify(secret, header, body, now), fits && isInTime, 'whether it fits');
    const check = startVerifying(secret, header, now);
    for (const byte of body) check.update(Uint8Array.of(byte));
    claimSame(check.fits(), fits && isInTime, 'whether it fits, piece by piece');
  },
});

function readByHand(header: string): { unix: string; hex: string } | null {
  if (header.length !== 80 || !header.startsWith('t=') || header.slice(12, 16) !== ',v1=') return null;
  const [unix, hex] = [header.slice(2, 12), header.slice(16)];
  const isUnix = [...unix].every((character) => '0123456789'.includes(character));
  const isHex = [...hex].every((character) => '0123456789abcdef'.includes(character));
  return isUnix && isHex ? { unix, hex } : null;
}
