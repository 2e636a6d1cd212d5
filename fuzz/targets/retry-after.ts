import fc from 'fast-check';
import { parseRetryAfter } from '../../packages/protocol/src/retry-after.ts';
import { between, claim, claimSame, textTarget, words } from '../target.ts';

const now = Date.UTC(2026, 0, 31, 9);
const date = between(-1e6, 1e6).map((seconds) => new Date(now + seconds * 1000).toUTCString());

/** The Retry-After header of an endpoint's answer. */
export const retryAfter = textTarget({
  name: 'retry-after',
  encoding: 'latin1',
  tokens: [
    'Sat, 31 Jan 2026 09:05:00 GMT',
    'Saturday, 31-Jan-26 09:05:00 GMT',
    '120',
    '-1',
    '1e9',
    ' GMT',
    'Feb',
    '99',
  ],
  inputs: fc.oneof(
    date,
    date.map((text) => text.replace('GMT', '+0100')),
    between(0, 1e9).map(String),
    words(between(0, 99), ['.5']),
    fc.constant(''),
  ),
  check(text) {
    const found = parseRetryAfter(text, now);
    claim(found === null || (Number.isSafeInteger(found) && found >= 0), `It is to be tried again after ${found} ms.`);
    const digits = text.trim();
    const isNumber =
      digits.length >= 1 && digits.length <= 10 && [...digits].every((digit) => '0123456789'.includes(digit));
    if (isNumber) claimSame(found, Number(digits) * 1000, 'the seconds');
    const at = new Date(text);
    const isDate =
      !Number.isNaN(at.getTime()) &&
      at.getUTCFullYear() > 999 &&
      at.getUTCFullYear() < 10_000 &&
      at.toUTCString() === text;
    if (isDate) claimSame(found, Math.max(0, at.getTime() - now), 'the time until then');
    claimSame(parseRetryAfter([text, '7'], now), found, 'the first of two headers');
  },
});
