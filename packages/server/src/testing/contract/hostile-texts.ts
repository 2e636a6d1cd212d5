import { expect } from 'vitest';
import { costMaxMs, costOf, type Ask } from './cpu-cost.ts';

const bytesMax = 200_000;
/** Bytes that fit into the request line or a header. */
export const headBytes = 7000;

/** Texts of 200 KB that some ways of reading a text take quadratic time for, by what they are made of. */
export const hostileTexts: Readonly<Record<string, string>> = {
  'combining marks': 'e' + '\u0300\u0316\u0327\u0591'.repeat(bytesMax / 8),
  'variants of a locale': 'en-a' + '-bb-cc'.repeat(bytesMax / 6),
  'nested brackets': '[[[((('.repeat(bytesMax / 6),
  'halves of surrogate pairs': '\ud800'.repeat(bytesMax / 6),
  'joined emoji': '👩‍👩‍👧‍'.repeat(bytesMax / 21),
  'turned directions': '\u202ea\u2066'.repeat(bytesMax / 7),
  'an address of digits': 'http://' + '1.'.repeat(bytesMax / 2 - 4),
};
const plain = 'a'.repeat(bytesMax);

/** Expects that none of these requests with a hostile text costs more CPU time than with a plain text of the same length. */
export async function expectCheap(asks: readonly (readonly [string, Ask])[], text: string): Promise<void> {
  const costly: string[] = [];
  for (const [what, ask] of asks) {
    const cost = await costOf(ask, text, plain);
    if (cost > costMaxMs) costly.push(`${what}: ${Math.round(cost)} ms`);
  }
  expect(asks.length).toBeGreaterThan(0);
  expect(costly).toEqual([]);
}

/** Returns as much of a text as a request line takes, percent-encoded. */
export const asQuery = (text: string): string => encodeURIComponent(shortened(text).toWellFormed());

/** Returns as much of a text as a header takes. */
export const asHeader = (text: string): string =>
  Buffer.from(shortened(text).toWellFormed()).subarray(0, headBytes).toString('latin1');

function shortened(text: string): string {
  const sent = text.toWellFormed().slice(0, headBytes);
  return sent.slice(0, Math.floor((sent.length * headBytes) / encodeURIComponent(sent.toWellFormed()).length));
}
