import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

test('the bundled server imports nothing dynamically, so that tsx takes it as it is', () => {
  const folder = dirname(process.env['PARLEY_TEST_SERVER'] ?? '');
  const code = readFileSync(join(folder, 'main.js'), 'utf8');
  expect(code).toContain('import { createRequire as nodeRequire } from');
  // In comments of libraries it stands with other quotes.
  expect(code.match(/.{0,40}\bimport\(["`].*/g)).toBeNull();
});
