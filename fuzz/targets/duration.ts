import fc from 'fast-check';
import { parseDuration } from '../../packages/server/src/platform/time/duration.ts';
import { claim, claimSame, textTarget, words } from '../target.ts';

/** Durations of the configuration. */
export const duration = textTarget({
  name: 'duration',
  encoding: 'utf8',
  tokens: ['s', 'm', 'h', 'd', 'ms', '-', '+', '.', '１', 'e3', '999999999'],
  inputs: words(['', '', ' ', '-'], fc.stringMatching(/^\d{1,11}$/), ['s', 'm', 'h', 'd', 'D', '', 'ms']),
  check(text) {
    claimSame(outcome(text), readByHand(text), 'the milliseconds');
  },
});

function outcome(text: string): number | null {
  try {
    return parseDuration('PARLEY_APPROVAL_TTL', text);
  } catch (error) {
    claim(
      error instanceof Error && error.message.includes('PARLEY_APPROVAL_TTL'),
      'The error does not name the setting.',
    );
    return null;
  }
}

function readByHand(text: string): number | null {
  const seconds = { s: 1, m: 60, h: 3600, d: 86_400 }[text.at(-1) ?? ''];
  const digits = [...text.slice(0, -1)];
  const isNumber = digits.length >= 1 && digits.length <= 9 && digits.every((digit) => '0123456789'.includes(digit));
  return seconds !== undefined && isNumber ? Number(digits.join('')) * seconds * 1000 : null;
}
