import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linearPattern } from './linear-pattern.ts';

const atom = fc.constantFrom(
  ...[
    'a',
    'b',
    'é',
    '😀',
    '.',
    '\\d',
    '\\D',
    '\\w',
    '\\W',
    '\\s',
    '\\S',
    '\\b',
    '\\B',
    '^',
    '$',
    '-',
    ' ',
    '/',
    '\\/',
    '\\.',
  ],
  ...[
    '[ab]',
    '[^ab]',
    '[a-z\\d_-]',
    '[\\s\\S]',
    '[^\\s]',
    '[\\w.]',
    '[.$^]',
    '[[]',
    '[&&a]',
    '[:alpha:]',
    '[\\b]',
    '[\\]]',
  ],
  ...['\\u0061', '\\u{1f600}', '\\ud83d\\ude00', '\\x41', '\\cA', '\\0', '\\n', '\\v', '\\p{L}', '\\P{Lu}', '\\p{Nd}'],
  ...['[\\u{1f600}-\\u{1f64f}]', '\\p{Script=Greek}', '(?=a)', '(?<!b)', '[]', '[^]', '\\t', '[\\p{L}\\-]'],
);
const quantifier = fc.constantFrom('', '', '', '*', '+', '?', '{2}', '{1,3}', '{0,}', '*?', '+?');
const { pattern } = fc.letrec<{ pattern: string }>((tie) => ({
  pattern: fc.oneof(
    { depthSize: 'small' },
    fc.tuple(atom, quantifier).map(([one, times]) => one + (/^(?:\\[bB]|[\^$]|\(\?.*)$/.test(one) ? '' : times)),
    fc.tuple(tie('pattern'), tie('pattern')).map(([one, other]) => one + other),
    fc.tuple(tie('pattern'), tie('pattern')).map(([one, other]) => `(?:${one}|${other})`),
    fc.tuple(tie('pattern'), quantifier).map(([one, times]) => `(${one})${times}`),
    tie('pattern').map((one) => `^${one}$`),
    fc.tuple(tie('pattern'), fc.nat()).map(([one, n]) => `(?<g${n}>${one})`),
  ),
}));
const text = fc.string({
  unit: fc.constantFrom(
    'a',
    'b',
    'A',
    'é',
    '😀',
    '1',
    '_',
    '-',
    '.',
    ' ',
    '\n',
    '\r',
    '\u2028',
    '\u00a0',
    '\v',
    '\0',
    '\ud800',
    'λ',
    '[',
    ':',
  ),
  maxLength: 8,
});

/**
 * V8 finds `\B` between the halves of a surrogate pair, although the specification treats the pair as one character.
 */
const looksWithinPairs = (source: string, one: string) => source.includes('\\B') && /[\u{10000}-\u{10ffff}]/u.test(one);

describe('a pattern of a schema', () => {
  it('means what the language takes it to mean', () => {
    fc.assert(
      fc.property(pattern, fc.array(text, { minLength: 1, maxLength: 8 }), (source, texts) => {
        let native: RegExp;
        try {
          native = new RegExp(source, 'u');
        } catch {
          return;
        }
        const linear = linearPattern(source);
        for (const one of texts) {
          if (looksWithinPairs(source, one)) continue;
          expect([source, one, linear.test(one)]).toEqual([source, one, native.test(one)]);
        }
      }),
      { numRuns: 3000 },
    );
  });

  it.each(['^(a+)+$', '^(a|a)*$', '^(a|aa)+$', '(x+x+)+y', '^(([a-z])+.)+[A-Z]([a-z])+$', '^(\\w+\\s?)*$'])(
    'is not slow for any text: %s',
    (source) => {
      // A backtracking engine would never finish this.
      expect(linearPattern(source).test(`${'a'.repeat(20_000)}!`)).toBe(false);
    },
  );

  it.each(['(', '[z-a]', '\\', 'a{2', '\\p{Nonsense}', '*'])('that is none is refused: %s', (source) => {
    expect(() => linearPattern(source)).toThrow();
  });
});
