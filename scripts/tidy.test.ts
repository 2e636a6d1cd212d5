import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { rules, tidy } from './tidy.ts';

const root = join(import.meta.dirname, '..');

it('finds the repository tidy', () => {
  expect(tidy(root)).toEqual([]);
});

it('lists every rule once', () => {
  expect(new Set(rules.map((rule) => rule.name)).size).toBe(rules.length);
});

it('keeps a test with a failing sample beside every rule', () => {
  const untested = rules.filter((rule) => !existsSync(join(root, 'scripts/tidy', `${rule.name}.test.ts`)));
  expect(untested).toEqual([]);
});
