import { Linter } from 'eslint';
import { expect, it } from 'vitest';
import { importOrder } from './import-order.js';

const config = [
  {
    plugins: { parley: { rules: { 'import-order': importOrder } } },
    rules: { 'parley/import-order': 'error' as const },
  },
];

function fixed(lines: string[]): string[] {
  return new Linter().verifyAndFix(lines.join('\n'), config).output.split('\n');
}

it('accepts node:, packages, relative files', () => {
  const text = ["import 'node:fs';", "import 'fastify';", "import '@parley/protocol';", "import './app.ts';"].join(
    '\n',
  );
  expect(new Linter().verify(text, config)).toEqual([]);
});

it('sorts by nearness and leaves the order inside a group alone', () => {
  const lines = ["import './b.ts';", "import './a.ts';", "import 'fastify';", "import 'node:fs';"];
  expect(fixed(lines)).toEqual(["import 'node:fs';", "import 'fastify';", "import './b.ts';", "import './a.ts';"]);
});

it('reports without moving anything where a comment stands between', () => {
  const lines = ["import './a.ts';", '// why', "import 'node:fs';"];
  expect(fixed(lines)).toEqual(lines);
  expect(new Linter().verify(lines.join('\n'), config)).toHaveLength(1);
});
