import { isDeepStrictEqual } from 'node:util';
import { parseStrictJson } from '../../packages/server/src/http/strict-json.ts';
import type { Random } from '../engine/random.ts';
import { readStrictly } from '../oracles/strict-json.ts';
import { claim, type Target } from '../target.ts';

/** The reader of request bodies: what it takes, what it refuses, and what it reads. */
export const json: Target = {
  name: 'json',
  sources: ['http/strict-json.ts'],
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
  make: (random) => Buffer.from(random.chance(0.1) ? nested(random) : someValue(random, 4)),
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

function someValue(random: Random, depth: number): string {
  const space = random.pick(['', '', ' ', '\n', '\t\r']);
  const many = () => Array.from({ length: random.below(4) }, () => undefined);
  switch (depth === 0 ? 2 : random.below(4)) {
    case 0:
      return `${space}{${many()
        .map(() => `${someString(random)}${space}:${someValue(random, depth - 1)}`)
        .join(',')}}`;
    case 1:
      return `[${many()
        .map(() => someValue(random, depth - 1))
        .join(`${space},`)}]${space}`;
    case 2:
      return random.pick(['0', '-0', '1.5e3', '1e999', '01', '.5', 'true', 'null', 'nul', '-', '9007199254740993']);
    default:
      return someString(random);
  }
}

function someString(random: Random): string {
  const pieces = [
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
  ];
  return `"${Array.from({ length: random.below(3) }, () => random.pick(pieces)).join('')}"`;
}

function nested(random: Random): string {
  const depth = random.between(30, 34);
  const [open, close] = random.pick([
    ['[', ']'],
    ['{"a":', '}'],
  ] as const);
  return `${open.repeat(depth)}1${close.repeat(depth)}`;
}
