import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { expand, fillIn, withoutParts } from './expand.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'parley-expand-'));
  write('samples/a.ts', `const before = 1;\n// #region one\nconst one = 1;\n// #endregion\n`);
});
afterEach(() => rmSync(root, { recursive: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

const page = '# A\n\n<!-- sample: samples/a.ts one -->\n\nBetween.\n\n<!-- sample: samples/a.ts -->\n\nEnd.\n';

test('what a page asks for stands behind the question, once, and follows its source', async () => {
  const filled = await fillIn(root, page);
  expect(filled).toContain(
    '<!-- sample: samples/a.ts one -->\n\n```ts a.ts\nconst one = 1;\n```\n\n<!-- /sample -->\n\nBetween.',
  );
  expect(await fillIn(root, filled)).toBe(filled);
  write('samples/a.ts', '// #region one\nconst one = 2;\n// #endregion\n');
  const anew = await fillIn(root, filled);
  expect(anew).not.toBe(filled);
  expect(anew.match(/const one = 2;/g)).toHaveLength(2);
  expect(anew).not.toContain('= 1;');
});

test('a page that is filled in is written, and built, as one that is not', async () => {
  const filled = await fillIn(root, page);
  expect(withoutParts(filled)).toBe(page);
  expect(await expand(root, filled)).toBe(await expand(root, page));
  expect(await expand(root, filled)).not.toContain('<!--');
});

test('a question without its end takes nothing of the next one with it', async () => {
  const half = page.replace(
    '<!-- sample: samples/a.ts -->',
    '<!-- sample: samples/a.ts -->\n\nold\n\n<!-- /sample -->',
  );
  expect(withoutParts(half)).toBe(page);
});
