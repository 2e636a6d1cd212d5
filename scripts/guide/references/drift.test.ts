import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { connectPrograms } from '../../connect-programs.ts';
import { staleFiles } from '../../generated.ts';
import { apiReferences } from './api.ts';
import { cliReference } from './cli.ts';
import { sdkReference } from './sdk.ts';

const root = join(import.meta.dirname, '../../..');

it.each([
  { file: cliReference, from: 'parley agent rotate <handle>', to: 'parley agent rotate <name>' },
  { file: sdkReference, from: 'startRelay(): Promise<Relay>', to: 'startRelay(): Promise<void>' },
  { file: apiReferences.find(({ path }) => path.endsWith('/messages.md')), from: '409', to: '410' },
  { file: connectPrograms, from: "'You said: '", to: "'You wrote: '" },
])('finds that $file.path says “$to” where the code says “$from”', { timeout: 120_000 }, async ({ file, from, to }) => {
  if (!file) throw new Error('There is no such reference.');
  const folder = mkdtempSync(join(tmpdir(), 'parley-drift-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const copy = join(folder, file.path);
  mkdirSync(dirname(copy), { recursive: true });
  cpSync(join(root, file.path), copy);
  expect(await staleFiles(folder, [file])).toEqual([]);
  const text = readFileSync(copy, 'utf8');
  expect(text).toContain(from);
  writeFileSync(copy, text.replace(from, to));
  expect(await staleFiles(folder, [file])).toEqual([file]);
});
