import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readConfig } from '../packages/server/src/config.ts';

const page = readFileSync(join(import.meta.dirname, '../docs/running.md'), 'utf8');

it('documents every variable that the server reads, and no other', () => {
  const settings = page.slice(page.indexOf('\n## Settings'), page.indexOf('\n## Which database'));
  const rows = settings.split('\n').filter((line) => line.startsWith('| `'));
  const documented = rows.flatMap((row) => row.split('|')[1]?.match(/[A-Z][A-Z0-9_]+/g) ?? []);
  expect(documented.toSorted()).toEqual(variablesRead().toSorted());
});

/** Watches the server read its environment. A key is given, so that none is made. */
function variablesRead(): string[] {
  const read = new Set<string>();
  const given: Record<string, string> = { PARLEY_SECRET_KEY: Buffer.alloc(32).toString('base64') };
  const watch = (_target: object, name: string) => {
    read.add(name);
    return given[name];
  };
  readConfig(new Proxy({}, { get: watch }));
  return [...read].filter((name) => read.has(`${name}_FILE`));
}
