import { expect, it } from 'vitest';
import { coded } from './coded.ts';

it('shows control and bidirectional characters as codes, and leaves lines, tabs and all other text', () => {
  expect(coded('a\u202Eb\u001B[31mc\u009Bd\u200Fe\rf')).toBe('a\\u202Eb\\u001B[31mc\\u009Bd\\u200Fe\\u000Df');
  expect(coded('one\n\ttwo – 漢字 עברית 👩‍👩‍👧')).toBe('one\n\ttwo – 漢字 עברית 👩‍👩‍👧');
});

it('keeps JSON valid, with the same value', () => {
  const value = { text: 'a\u202Eb\u001B\u0085\u007F\n', 'k\u2066': [1] };
  const shown = coded(JSON.stringify(value, null, 2));
  expect(shown).toContain('\\u202E');
  expect(shown).toMatch(/^[\n\x20-\x7E]*$/);
  expect(JSON.parse(shown)).toEqual(value);
});
