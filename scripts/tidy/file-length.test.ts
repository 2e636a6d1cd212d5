import { expect, it } from 'vitest';
import { fileLength } from './file-length.ts';
import { linesOfCode, subjects } from './test-subjects.ts';

const manySmall = Object.fromEntries(
  Array.from({ length: 20 }, (_, index) => [`packages/a/src/${index}.ts`, linesOfCode(40)]),
);

it('accepts a repository of small files', () => {
  expect(subjects(fileLength, manySmall)).toEqual([]);
});

it('refuses a file of more than 300 lines and accepts one of exactly 300', () => {
  const texts = {
    ...manySmall,
    'packages/a/src/long.ts': linesOfCode(301),
    'packages/a/src/full.ts': linesOfCode(300),
  };
  expect(subjects(fileLength, texts)).toEqual(['packages/a/src/long.ts']);
});

it('refuses a repository whose usual file is large', () => {
  expect(subjects(fileLength, { 'packages/a/src/x.ts': linesOfCode(90) })).toEqual(['median']);
});

it('refuses a repository where more than one file in ten has 200 lines', () => {
  const large = Object.fromEntries([1, 2, 3].map((index) => [`packages/a/src/l${index}.ts`, linesOfCode(200)]));
  expect(subjects(fileLength, { ...manySmall, ...large })).toEqual(['nine tenths']);
});

it('exempts tests, migrations and tables of data', () => {
  const table = `export const rows = [\n${'  { code: 1 },\n'.repeat(400)}] as const;\n`;
  const texts = {
    ...manySmall,
    'packages/a/src/long.test.ts': linesOfCode(500),
    'packages/server/src/storage/migrations/0001.ts': linesOfCode(500),
    'packages/a/src/rows.ts': table,
  };
  expect(subjects(fileLength, texts)).toEqual([]);
});

it('does not take a long object of functions for a table', () => {
  const object = `export const verbs = {\n${'  run() {\n    work();\n  },\n'.repeat(120)}};\n`;
  expect(subjects(fileLength, { ...manySmall, 'packages/a/src/verbs.ts': object })).toEqual([
    'packages/a/src/verbs.ts',
  ]);
});
