import { expect, it } from 'vitest';
import { createStatementNames } from './statement-names.ts';

it('gives the same text the same name and another text another, short enough for PostgreSQL', () => {
  const nameOf = createStatementNames();
  expect(nameOf('select $1')).toBe(nameOf('select $1'));
  expect(nameOf('select $1')).not.toBe(nameOf('select $2'));
  expect(nameOf('x'.repeat(10_000))?.length).toBeLessThan(63);
});

it('leaves texts beyond the limit unnamed and keeps the names it has given', () => {
  const nameOf = createStatementNames(2);
  const first = nameOf('a');
  nameOf('b');
  expect(nameOf('c')).toBeUndefined();
  expect(nameOf('a')).toBe(first);
});
