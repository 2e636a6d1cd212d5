import fc from 'fast-check';
import { readKey } from '../../packages/server/src/platform/idempotency/read-key.ts';
import { Refused } from '../../packages/server/src/platform/routing/refusal.ts';
import { claimSame, oneOf, textTarget } from '../target.ts';

/** The Idempotency-Key header: 1 to 255 printable characters of ASCII. */
export const idempotencyKey = textTarget({
  name: 'idempotency-key',
  encoding: 'latin1',
  tokens: ['a'.repeat(255), ' ', '~', '\x7f', '\0', '\n'],
  inputs: fc
    .tuple(oneOf('a', 'é', '~', ' ', '0'), oneOf(0, 1, 36, 254, 255, 256, 1000))
    .map(([text, times]) => text.repeat(times)),
  check(header) {
    const codes = [...header].map((character) => character.charCodeAt(0));
    const isFit = header.length >= 1 && header.length <= 255 && codes.every((code) => code >= 32 && code <= 126);
    for (const required of [true, false])
      claimSame(outcome(header, required), isFit ? header : 'refused: idempotency_key_invalid', 'the key');
    claimSame(outcome([header, header], true), 'refused: idempotency_key_invalid', 'two headers');
  },
});

function outcome(header: string | string[], required: boolean): string | null {
  try {
    return readKey(header, required);
  } catch (error) {
    if (error instanceof Refused) return `refused: ${error.refusal.code}`;
    throw error;
  }
}
