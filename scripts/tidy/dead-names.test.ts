import { expect, it } from 'vitest';
import { noDeadNames } from './dead-names.ts';

it('refuses a name in a comment that nothing in the code has, with its line', () => {
  const texts = new Map([
    ['packages/a/src/a.ts', 'export const kept = 1;\n\n/** Uses `kept` and `gone`. */\nkept;\n'],
    ['packages/b/src/b.ts', '// As `kept.more` does, and `Part.gone`.\nexport class Part {}\n'],
  ]);
  expect(noDeadNames(texts)).toEqual(['packages/a/src/a.ts:3 names `gone`, which does not exist.']);
});

it('reads no address and no string as a comment', () => {
  const texts = new Map([['packages/a/src/a.ts', "const at = 'https://a.example/`gone`';\n"]]);
  expect(noDeadNames(texts)).toEqual([]);
});
