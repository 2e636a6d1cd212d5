import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { invariants } from '../../testing/simulation/invariants.ts';

it('is written down by the names under which the simulator looks for it', () => {
  const page = readFileSync(join(import.meta.dirname, 'SPEC.md'), 'utf8');
  expect([...page.matchAll(/^## (.+)$/gm)].map(([, name]) => name)).toEqual([...invariants]);
});

it('names only files that are there', () => {
  const page = readFileSync(join(import.meta.dirname, 'SPEC.md'), 'utf8');
  const named = [...page.matchAll(/`([a-z/-]+\.ts)`/g)].map(([, name]) => name ?? '');
  for (const name of new Set(named)) expect(() => readFileSync(join(import.meta.dirname, name)), name).not.toThrow();
});
