import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { parseStrictJson } from '../../packages/server/src/http/doors/strict-json.ts';
import { readStrictly } from '../oracles/strict-json.ts';
import { between, claim, oneOf, type Target, words } from '../target.ts';

const space = oneOf('', '', ' ', '\n', '\t\r');
const text = fc
  .array(
    oneOf(
      'a',
      'b',
      '\\u0061',
      '\\"',
      '\\\\',
      ':',
      '{',
      ']',
      '__proto__',
      '\\ud83d\\ude00',
      '\\ud83d',
      '😀',
      '\\n',
      '\\u0000',
      '\n',
    ),
    { maxLength: 2 },
  )
  .map((pieces) => `"${pieces.join('')}"`);

const { value } = fc.letrec<{ value: string; member: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    oneOf('0', '-0', '1.5e3', '1e999', '01', '.5', 'true', 'null', 'nul', '-', '9007199254740993'),
    text,
    words(space, ['{'], fc.array(tie('member'), { maxLength: 3 }).map(String), ['}']),
    words(['['], fc.array(words(tie('value'), space), { maxLength: 3 }).map(String), [']'], space),
  ),
  member: words(text, space, [':'], tie('value')),
}));

const nested = fc
  .tuple(between(30, 34), oneOf(['[', ']'], ['{"a":', '}']))
  .map(([depth, [open = '', close = '']]) => `${open.repeat(depth)}1${close.repeat(depth)}`);

/** The reader of request bodies: what it takes, what it refuses, and what it reads. */
export const json: Target = {
  name: 'json',
  tokens: [
    '"a":',
    '{"a":',
    '[[[[[[[[',
    ']]]]]]]]',
    '\\u0000',
    '\\ud800',
    '\\udc00',
    '\\u0061',
    '\ufeff',
    '__proto__',
    '1e999',
    '-0',
    ':',
    ',',
    '\\"',
    '\\\\',
    'null',
    '\u2028',
  ],
  inputs: fc.oneof({ weight: 1, arbitrary: nested }, { weight: 9, arbitrary: value }).map((text) => Buffer.from(text)),
  check(bytes) {
    const expected = readStrictly(bytes);
    const found = parseStrictJson(bytes);
    claim(
      found.ok === (expected.fault === null),
      `${found.ok ? 'It took' : 'It refused'} what has this fault: ${expected.fault}`,
    );
    if (found.ok && expected.fault === null)
      claim(isDeepStrictEqual(found.value, expected.value), 'It read another value.');
    if (found.ok) return;
    claim(
      found.refusal.code === 'malformed_request' && (found.refusal.message ?? '') !== '',
      'The refusal says nothing.',
    );
  },
};
