import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { settings } from '../packages/server/src/platform/settings/config.ts';

const page = readFileSync(join(import.meta.dirname, '../docs/running.md'), 'utf8');
const section = page.slice(page.indexOf('\n## Settings'), page.indexOf('\n## Which database'));
const rows = section.split('\n').filter((line) => line.startsWith('| `'));
const documented = rows.map((row) => {
  const cells = row.split('|').map((cell) => cell.trim());
  return { names: cells[1]?.match(/[A-Z][A-Z0-9_]+/g) ?? [], fallback: cells[3] ?? '' };
});

it('§9 documents every variable that the server reads, and no other', () => {
  const names = documented.flatMap((row) => [...row.names]);
  expect(names.toSorted()).toEqual(settings.map(({ name }) => name).toSorted());
});

it.each(settings.filter(({ fallback }) => fallback !== null))(
  'documents the default of $name',
  ({ name, fallback }) => {
    const row = documented.find(({ names }) => names.some((one) => one === name));
    expect(row?.fallback).toBe(fallback === '' ? '' : `\`${fallback ?? ''}\``);
  },
);
