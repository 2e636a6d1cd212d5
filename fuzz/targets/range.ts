import fc from 'fast-check';
import { parseRange } from '../../packages/server/src/accounts/assets/parse-range.ts';
import { between, claim, claimSame, oneOf, textTarget, words } from '../target.ts';

const number = fc.oneof(oneOf('', '0', '1', '99', '100', '101', '00', '9'.repeat(400)), between(0, 199).map(String));

/** The Range header, for something of one byte, of a hundred, and of more than 32 bits count. */
export const range = textTarget({
  name: 'range',
  encoding: 'latin1',
  tokens: ['bytes=', 'BYTES=', '-', ',', '0', '99', '100', '9007199254740993', '1e3', '\t', ' '],
  inputs: words(['bytes=', 'bytes=', 'Bytes= ', 'bytes', 'items='], number, ['-'], number, ['', '', ' ', ',0-1']),
  check(header) {
    for (const size of [1, 100, 5_000_000_000]) {
      const found = parseRange(header, size);
      claimSame(found, readByHand(header, size), `of ${size} bytes`);
      if (found === null || found === 'unsatisfiable') continue;
      claim(0 <= found.first && found.first <= found.last && found.last < size, 'The range is not inside.');
    }
  },
});

/** In whole numbers of any size, so that digits past the sixteenth count too. */
function readByHand(header: string, size: number): { first: number; last: number } | 'unsatisfiable' | null {
  if (header.slice(0, 6).toLowerCase() !== 'bytes=') return null;
  const trimmed = header
    .slice(6)
    .replace(/^[\t ]+/, '')
    .replace(/[\t ]+$/, '');
  const [from, to, ...rest] = trimmed.split('-');
  if (
    from === undefined ||
    to === undefined ||
    rest.length > 0 ||
    ![...from, ...to].every((c) => '0123456789'.includes(c))
  )
    return null;
  const end = BigInt(size - 1);
  if (from === '') return to === '' ? null : suffix(BigInt(to), BigInt(size));
  if (to !== '' && BigInt(to) < BigInt(from)) return null;
  if (BigInt(from) > end) return 'unsatisfiable';
  return { first: Number(from), last: to === '' || BigInt(to) > end ? Number(end) : Number(to) };
}

function suffix(length: bigint, size: bigint): { first: number; last: number } | 'unsatisfiable' {
  if (length === 0n) return 'unsatisfiable';
  return { first: Number(length > size ? 0n : size - length), last: Number(size - 1n) };
}
