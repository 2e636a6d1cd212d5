import { expect, it } from 'vitest';
import { initials } from './avatar.tsx';

it('takes the first letters of the first and the last word', () => {
  expect(initials('Ada Augusta Lovelace')).toBe('AL');
  expect(initials('showcase')).toBe('S');
  expect(initials('😀 party')).toBe('😀P');
  expect(initials('  ')).toBe('?');
});
