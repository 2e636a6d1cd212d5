import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tidy } from './tidy.ts';

it('finds the repository tidy', () => {
  expect(tidy(join(import.meta.dirname, '..'))).toEqual([]);
});
