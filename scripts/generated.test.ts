import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { generatedFiles, staleFiles } from './generated.ts';

it('finds the generated file that is missing or differs, and leaves the fresh one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-generated-'));
  await writeFile(join(folder, 'fresh.json'), '{}');
  await writeFile(join(folder, 'old.json'), '[]');
  const files = ['fresh.json', 'old.json', 'missing.json'].map((path) => ({ path, generate: async () => '{}' }));
  expect((await staleFiles(folder, files)).map((file) => file.path)).toEqual(['old.json', 'missing.json']);
  await rm(folder, { recursive: true });
});

// One of them is made of the types of the whole SDK.
it('keeps every generated file of the repository fresh', { timeout: 120_000 }, async () => {
  expect(await staleFiles(join(import.meta.dirname, '..'), generatedFiles)).toEqual([]);
});
